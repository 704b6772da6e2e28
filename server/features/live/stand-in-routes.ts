import { AppError } from '../../../catalogue/errors.ts'
import type { Server } from '../../platform/http/server.ts'
import { ticketParameter, type LiveProvider, type StandIn } from '../../platform/live-servers/index.ts'
import type { RoomNeeds } from './room.ts'
import { isTicket } from './ticket.ts'

const isStandIn = (provider: LiveProvider | null): provider is StandIn => provider?.name === 'stand-in'

/** An empty packet of a transport stream: the stand-in has playlists and no pictures. */
const emptyPacket = Buffer.concat([Buffer.from([0x47, 0x1f, 0xff, 0x10]), Buffer.alloc(184, 0xff)])

/** Plays the part of a live server's HTTP side in the demo region and in journeys. */
export function standInRoutes(server: Server, { liveProvider, keys }: RoomNeeds): void {
  if (!isStandIn(liveProvider)) return
  server.get<{ Params: { app: string; file: string }; Querystring: Record<string, string> }>(
    '/live-stand-in/:app/:file',
    { config: { access: 'public' }, schema: { hide: true } },
    async ({ params: { file }, query }, reply) => {
      reply.header('cache-control', 'no-store')
      if (/^segment-\d{1,9}\.ts$/.test(file)) return reply.type('video/mp2t').send(emptyPacket)
      const path = /^([a-z0-9-]{1,60})\.m3u8$/.exec(file)?.[1] ?? ''
      const playlist = isTicket(keys, path, query[ticketParameter] ?? '', Date.now())
        ? liveProvider.playlist(path)
        : null
      if (playlist === null) throw new AppError('missing')
      return reply.type('application/vnd.apple.mpegurl').send(playlist)
    },
  )
}
