import { connect, createServer, type Server as TcpServer, type Socket } from 'node:net'

/** Stands between a browser and two processes: each connection goes to the next one, and all can be cut. */
export class Between {
  private readonly open = new Set<Socket>()
  private turn = 0
  private cut = false
  private readonly ports: readonly number[]
  /** How many connections each process got. */
  readonly given: number[]
  private readonly server: TcpServer

  constructor(ports: readonly number[]) {
    this.ports = ports
    this.given = ports.map(() => 0)
    this.server = createServer((socket) => this.pass(socket))
  }

  async listen(): Promise<string> {
    await new Promise<void>((ready) => this.server.listen(0, '127.0.0.1', ready))
    const address = this.server.address()
    return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  }

  /** Ends every connection and takes none until it is mended. */
  break(): void {
    this.cut = true
    for (const socket of this.open) socket.destroy()
  }

  mend(): void {
    this.cut = false
  }

  close(): Promise<void> {
    this.break()
    return new Promise((done) => this.server.close(() => done()))
  }

  private pass(socket: Socket): void {
    socket.on('error', () => socket.destroy())
    if (this.cut) return void socket.destroy()
    const place = this.turn % this.ports.length
    this.turn += 1
    this.given[place] = (this.given[place] ?? 0) + 1
    const on = connect(this.ports[place] ?? 0, '127.0.0.1')
    for (const [one, other] of [
      [socket, on],
      [on, socket],
    ] as const) {
      this.open.add(one)
      one.pipe(other)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        this.open.delete(one)
        other.destroy()
      })
    }
  }
}
