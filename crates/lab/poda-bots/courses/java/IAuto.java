// Written for Poda.
package edu.epsevg.prop.lab.c4;

/** A player that needs nobody at the keyboard. */
public interface IAuto {
}
