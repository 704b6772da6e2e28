/** Why pictures do not come: they broke off, or this browser plays no HLS. */
export type HlsFault = 'broken' | 'unplayable'

/** Lets go of the pictures and of the connection. */
export type HlsEnd = () => void

const mime = 'application/vnd.apple.mpegurl'

/**
 * Gives a film the pictures of a playlist. Safari and most phones play HLS themselves; for the others hls.js is
 * loaded, in its light form (no other tracks, no protection), when somebody presses play. It works without a
 * worker, whose script would have to come from a blob.
 * @param onFault told once
 */
export async function attachHls(
  film: HTMLVideoElement,
  playlist: string,
  onFault: (fault: HlsFault) => void,
): Promise<HlsEnd> {
  if (film.canPlayType(mime) !== '') {
    const failed = () => onFault('broken')
    film.addEventListener('error', failed, { once: true })
    film.src = playlist
    return () => {
      film.removeEventListener('error', failed)
      film.removeAttribute('src')
      film.load()
    }
  }
  const { default: Hls } = await import('hls.js/light')
  if (!Hls.isSupported()) {
    onFault('unplayable')
    return () => undefined
  }
  const player = new Hls({ enableWorker: false, backBufferLength: 30 })
  player.on(Hls.Events.ERROR, (_event, { fatal }) => {
    if (!fatal) return
    player.destroy()
    onFault('broken')
  })
  player.loadSource(playlist)
  player.attachMedia(film)
  return () => player.destroy()
}
