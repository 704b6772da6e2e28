import { readFile } from 'node:fs/promises'
import { connect as connectPlain, isIP, type Socket } from 'node:net'
import { connect as connectSecure, type ConnectionOptions } from 'node:tls'
import { Client } from 'ldapts'
import { DirectoryFault } from './fault.ts'

/** A connection to a directory that can be cut, whatever the library waits for. */
export interface Line {
  readonly client: Client
  /** Encrypts the line where its address does not begin encrypted; to be done before anything is sent. */
  readonly encrypt: () => Promise<void>
  readonly cut: () => void
}

/**
 * A line to a directory; nothing is connected yet.
 * @param at.ca path of the certificates (PEM) that are trusted, and no others
 * @throws DirectoryFault where the certificates cannot be read
 */
export async function openLine({ url, ca }: { readonly url: string; readonly ca: string }): Promise<Line> {
  const trusted = await readFile(ca, 'utf8').catch(() => {
    throw new DirectoryFault('the certificates of the directory cannot be read')
  })
  const { protocol, hostname } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  const tls: ConnectionOptions = {
    ca: trusted,
    host,
    minVersion: 'TLSv1.2',
    ...(isIP(host) === 0 && { servername: host }),
  }
  const open: Socket[] = []
  const kept = <S extends Socket>(socket: S): S => {
    open.push(socket)
    // A socket that was cut still tells its fault, when nobody listens any more.
    socket.on('error', () => undefined)
    return socket
  }
  const plain = (port: number) => kept(connectPlain(port, host))
  const secure = (first: number | ConnectionOptions) =>
    kept(connectSecure({ ...tls, ...(typeof first === 'number' ? { port: first } : first) }))
  const client = new Client({
    url,
    ...(protocol === 'ldaps:' && { tlsOptions: tls }),
    createConnection: plain as typeof connectPlain,
    createSecureConnection: secure as typeof connectSecure,
  })
  return {
    client,
    encrypt: async () => {
      if (protocol !== 'ldaps:') await client.startTLS({ ...tls })
    },
    cut: () => open.forEach((socket) => socket.destroy()),
  }
}
