/** Pause switch of an upload in parts. */
export class UploadPause extends EventTarget {
  #isHeld = false

  get isHeld(): boolean {
    return this.#isHeld
  }

  hold(isHeld: boolean): void {
    this.#isHeld = isHeld
    this.dispatchEvent(new Event('change'))
  }

  /** Resolves when the upload is not paused; rejects with AbortError when `signal` aborts. */
  released(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const look = () => {
        if (this.#isHeld && !signal?.aborted) return
        this.removeEventListener('change', look)
        signal?.removeEventListener('abort', look)
        if (signal?.aborted) reject(new DOMException('upload aborted', 'AbortError'))
        else resolve()
      }
      this.addEventListener('change', look)
      signal?.addEventListener('abort', look)
      look()
    })
  }

  /** A signal that aborts on a pause or with `signal`; `over` removes the listeners. */
  during(signal: AbortSignal | undefined): { readonly signal: AbortSignal; readonly over: () => void } {
    const control = new AbortController()
    const abort = () => control.abort(signal?.reason)
    const held = () => this.#isHeld && control.abort()
    this.addEventListener('change', held)
    signal?.addEventListener('abort', abort)
    if (signal?.aborted) abort()
    return {
      signal: control.signal,
      over: () => {
        this.removeEventListener('change', held)
        signal?.removeEventListener('abort', abort)
      },
    }
  }
}
