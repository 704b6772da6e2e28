/** An upload under way, as the network sees it; the test says how it goes on. */
export interface UploadOnTheWay {
  readonly method: string
  readonly path: string
  /** Name of the file of a form; empty for another body. */
  readonly name: string
  readonly body: Blob | null
  readonly headers: ReadonlyMap<string, string>
  /** Says that this share of it has gone. */
  readonly sent: (share: number) => void
  readonly answer: (status: number, body: unknown, headers?: Readonly<Record<string, string>>) => void
  /** The line breaks. */
  readonly breaks: () => void
  isAborted: boolean
}

/**
 * The way of files to the server: XMLHttpRequest, because only that tells how much of a body has gone.
 * @param arrived called with each upload as it comes, for a test that answers at once
 */
export function uploadLine(arrived: (upload: UploadOnTheWay) => void = () => undefined): {
  readonly Request: new () => object
  readonly under: UploadOnTheWay[]
} {
  const under: UploadOnTheWay[] = []
  class Request {
    readonly upload: { onprogress: ((event: object) => void) | null } = { onprogress: null }
    readonly headers = new Map<string, string>()
    onloadend: (() => void) | null = null
    status = 0
    response: unknown = null
    responseType = ''
    readonly #asked = { method: '', path: '' }
    #answered: Readonly<Record<string, string>> = {}
    open(method: string, path: string) {
      this.status = 0
      Object.assign(this.#asked, { method, path })
    }
    setRequestHeader(name: string, value: string) {
      this.headers.set(name, value)
    }
    getResponseHeader(name: string) {
      return this.#answered[name.toLowerCase()] ?? null
    }
    #end(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) {
      this.status = status
      this.#answered = headers
      this.response = body
      this.onloadend?.()
    }
    abort() {
      for (const one of under) if (one.headers === this.headers) one.isAborted = true
      this.#end(0, null)
    }
    send(body?: FormData | Blob) {
      const file = body instanceof FormData ? body.get('file') : null
      const upload: UploadOnTheWay = {
        ...this.#asked,
        name: file instanceof File ? file.name : '',
        body: body instanceof Blob ? body : null,
        headers: this.headers,
        sent: (share) =>
          this.upload.onprogress?.({ lengthComputable: true, loaded: share * 100, total: 100 }),
        answer: (status, told, headers) => this.#end(status, told, headers),
        breaks: () => this.#end(0, null),
        isAborted: false,
      }
      under.push(upload)
      queueMicrotask(() => arrived(upload))
    }
  }
  return { Request, under }
}
