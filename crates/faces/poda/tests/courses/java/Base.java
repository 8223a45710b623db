package edu.epsevg.prop.lab.c4;

/** With a mark in front, as some editors write it. */
public class Base {
    public String nom() {
        return "Inner";
    }
}
