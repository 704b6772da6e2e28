/** An upload under way, as the network sees it; the test says how it goes on. */
export interface UploadOnTheWay {
  readonly name: string
  readonly headers: ReadonlyMap<string, string>
  /** Says that this share of it has gone. */
  readonly sent: (share: number) => void
  readonly answer: (status: number, body: unknown) => void
  /** The line breaks. */
  readonly breaks: () => void
  isAborted: boolean
}

/** The way of files to the server: XMLHttpRequest, because only that tells how much of a body has gone. */
export function uploadLine(): { readonly Request: new () => object; readonly under: UploadOnTheWay[] } {
  const under: UploadOnTheWay[] = []
  class Request {
    readonly upload: { onprogress: ((event: object) => void) | null } = { onprogress: null }
    readonly headers = new Map<string, string>()
    onloadend: (() => void) | null = null
    status = 0
    response: unknown = null
    responseType = ''
    open() {
      this.status = 0
    }
    setRequestHeader(name: string, value: string) {
      this.headers.set(name, value)
    }
    getResponseHeader() {
      return null
    }
    #end(status: number, body: unknown) {
      this.status = status
      this.response = body
      this.onloadend?.()
    }
    abort() {
      for (const one of under) if (one.headers === this.headers) one.isAborted = true
      this.#end(0, null)
    }
    send(form: FormData) {
      const file = form.get('file')
      under.push({
        name: file instanceof File ? file.name : '',
        headers: this.headers,
        sent: (share) =>
          this.upload.onprogress?.({ lengthComputable: true, loaded: share * 100, total: 100 }),
        answer: (status, body) => this.#end(status, body),
        breaks: () => this.#end(0, null),
        isAborted: false,
      })
    }
  }
  return { Request, under }
}
