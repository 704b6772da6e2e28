import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { createServer as createSecureServer, TLSSocket } from 'node:tls'
import { BerReader, BerWriter } from 'ldapts'
import type { TestCertificate } from '../../testing/test-certificate.ts'

/** An entry as the directory keeps it. */
export interface TestEntry {
  readonly dn: string
  readonly password: string
  readonly attributes: Readonly<Record<string, readonly (string | Buffer)[]>>
}

/** Numbers of RFC 4511. */
const tags = { bind: 0x60, unbind: 0x42, search: 0x63, extended: 0x77, equality: 0xa3 } as const
const codes = { ok: 0, protocol: 2, tooMany: 4, unwilling: 53, wrong: 49, rights: 50 } as const

/**
 * A small directory for tests, which answers what OpenLDAP 2.5 of Debian 12 was heard to answer
 * (`npm run test:sign-in`): an empty name with an empty password is a right bind, a name with an empty
 * password is refused by 53, accounts are compared without capitals and with blanks squeezed.
 */
export class TestDirectory {
  port = 0
  /** Passwords that were tried for entries, in order. */
  readonly tried: { readonly dn: string; readonly password: string }[] = []
  /** Values that were looked for, as they came. */
  readonly searched: string[] = []
  /** Takes connections and never answers. */
  silent = false
  /** As Active Directory allows: a name with an empty password is an anonymous bind, and right. */
  allowsEmpty = false
  private readonly entries: readonly TestEntry[]
  private readonly certificate: TestCertificate
  private readonly secure: boolean
  private readonly server: Server
  private readonly open = new Set<Socket>()

  constructor(entries: readonly TestEntry[], certificate: TestCertificate, secure = true) {
    this.entries = entries
    this.certificate = certificate
    this.secure = secure
    const serve = (socket: Socket) => this.serve(socket)
    this.server = secure
      ? createSecureServer({ cert: certificate.certificate, key: certificate.key }, serve)
      : createServer(serve)
    this.server.on('connection', (socket: Socket) => {
      this.open.add(socket)
      socket.once('close', () => this.open.delete(socket))
    })
    this.server.on('tlsClientError', () => undefined)
  }

  get url(): string {
    return `${this.secure ? 'ldaps' : 'ldap'}://127.0.0.1:${this.port}`
  }

  async listen(): Promise<void> {
    await new Promise<void>((ready) => this.server.listen(0, '127.0.0.1', ready))
    this.port = (this.server.address() as AddressInfo).port
  }

  close(): Promise<void> {
    for (const socket of this.open) socket.destroy()
    return new Promise((done) => this.server.close(() => done()))
  }

  private serve(socket: Socket): void {
    const bound = { reads: false }
    let rest: Buffer = Buffer.alloc(0)
    socket.on('error', () => undefined)
    socket.on('data', (piece: Buffer) => {
      if (this.silent) return
      rest = Buffer.concat([rest, piece])
      for (;;) {
        const reader = new BerReader(rest)
        if (reader.readSequence() === null || reader.remain < reader.length) return
        const size = reader.offset + reader.length
        const one = rest.subarray(0, size)
        rest = rest.subarray(size)
        if (this.answer(socket, one, bound) === 'encrypted') return
      }
    })
  }

  private answer(socket: Socket, bytes: Buffer, bound: { reads: boolean }): 'encrypted' | undefined {
    const reader = new BerReader(bytes)
    reader.readSequence()
    const id = reader.readInt() ?? 0
    const tag = reader.readSequence() ?? 0
    if (tag === tags.unbind) return void socket.end()
    if (tag === tags.bind) {
      reader.readInt()
      const dn = reader.readString() ?? ''
      const code = this.bind(dn, reader.readString(0x80) ?? '')
      bound.reads = code === codes.ok && dn !== ''
      return void socket.write(result(id, 0x61, code))
    }
    if (tag === tags.search) return void this.search(socket, id, reader, bound.reads)
    if (tag !== tags.extended || this.secure) return void socket.write(result(id, 0x78, codes.protocol))
    socket.removeAllListeners('data')
    socket.write(result(id, 0x78, codes.ok))
    const { certificate: cert, key } = this.certificate
    this.serve(new TLSSocket(socket, { isServer: true, cert, key }))
    return 'encrypted'
  }

  private bind(dn: string, password: string): number {
    if (dn === '' && password === '') return codes.ok
    this.tried.push({ dn, password })
    if (password === '') return this.allowsEmpty ? codes.ok : codes.unwilling
    const entry = this.entries.find((one) => one.dn === dn)
    return entry?.password === password ? codes.ok : codes.wrong
  }

  private search(socket: Socket, id: number, reader: BerReader, reads: boolean): void {
    const base = reader.readString() ?? ''
    reader.readEnumeration()
    reader.readEnumeration()
    const most = reader.readInt() ?? 0
    reader.readInt()
    reader.readBoolean()
    const filter = reader.readSequence()
    const name = (reader.readString() ?? '').toLowerCase()
    const value = reader.readString() ?? ''
    this.searched.push(value)
    if (!reads) return void socket.write(result(id, 0x65, codes.rights))
    const found = this.entries.filter(
      ({ dn, attributes }) =>
        dn.endsWith(base) &&
        filter === tags.equality &&
        Object.entries(attributes).some(
          ([key, values]) => key.toLowerCase() === name && values.some((one) => alike(String(one), value)),
        ),
    )
    for (const one of most === 0 ? found : found.slice(0, most)) socket.write(entryMessage(id, one))
    socket.write(result(id, 0x65, most > 0 && found.length > most ? codes.tooMany : codes.ok))
  }
}

const squeezed = (text: string) => text.trim().replaceAll(/ +/g, ' ').toLowerCase()
const alike = (a: string, b: string) => squeezed(a) === squeezed(b)

function result(id: number, tag: number, code: number): Buffer {
  const writer = new BerWriter()
  writer.startSequence()
  writer.writeInt(id)
  writer.startSequence(tag)
  writer.writeEnumeration(code)
  writer.writeString('')
  writer.writeString('')
  writer.endSequence()
  writer.endSequence()
  return writer.buffer
}

function entryMessage(id: number, { dn, attributes }: TestEntry): Buffer {
  const writer = new BerWriter()
  writer.startSequence()
  writer.writeInt(id)
  writer.startSequence(0x64)
  writer.writeString(dn)
  writer.startSequence()
  for (const [name, values] of Object.entries(attributes)) {
    writer.startSequence()
    writer.writeString(name)
    writer.startSequence(0x31)
    for (const value of values) writer.writeBuffer(Buffer.from(value), 0x04)
    writer.endSequence()
    writer.endSequence()
  }
  writer.endSequence()
  writer.endSequence()
  writer.endSequence()
  return writer.buffer
}
