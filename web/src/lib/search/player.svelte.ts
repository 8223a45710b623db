// Goes through the events of a search, as fast as a person wants.

/** Events per second. */
export const SPEEDS = [1, 2, 5, 20, 100, 1000, 10_000]

export type Track = {
  readonly length: number
  over: (event: number) => number
  nextCut: (event: number) => number
  previousCut: (event: number) => number
}

export class Player {
  event = $state(0)
  playing = $state(false)
  speed = $state(2)
  #track: Track | null = null
  #frame = 0
  /** Parts of an event that have passed. */
  #passed = 0
  #then = 0

  open(track: Track, event: number) {
    this.pause()
    this.#track = track
    this.seek(event)
  }

  get length(): number {
    return this.#track?.length ?? 0
  }

  seek(event: number) {
    this.event = Math.max(0, Math.min(this.length - 1, Math.round(event)))
  }

  /** A person steps: whatever played stops. */
  step(by: number) {
    this.pause()
    this.seek(this.event + by)
  }

  over() {
    this.pause()
    if (this.#track) this.seek(this.#track.over(this.event))
  }

  nextCut() {
    this.pause()
    if (this.#track) this.seek(this.#track.nextCut(this.event))
  }

  previousCut() {
    this.pause()
    if (this.#track) this.seek(this.#track.previousCut(this.event))
  }

  toggle() {
    if (this.playing) this.pause()
    else this.play()
  }

  play() {
    if (this.length === 0) return
    if (this.event >= this.length - 1) this.event = 0
    this.playing = true
    this.#passed = 0
    this.#then = performance.now()
    this.#frame = requestAnimationFrame((now) => this.#advance(now))
  }

  pause() {
    this.playing = false
    cancelAnimationFrame(this.#frame)
  }

  #advance(now: number) {
    // A tab that nobody saw does not make up for it.
    this.#passed += (Math.min(500, now - this.#then) / 1000) * this.speed
    this.#then = now
    const whole = Math.floor(this.#passed)
    if (whole > 0) {
      this.#passed -= whole
      this.seek(this.event + whole)
    }
    if (this.event >= this.length - 1) this.playing = false
    else if (this.playing) this.#frame = requestAnimationFrame((later) => this.#advance(later))
  }
}
