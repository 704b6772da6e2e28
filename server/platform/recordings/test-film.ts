/** What a film of a test is to say of itself. */
export interface TestFilm {
  readonly seconds?: number
  readonly width?: number
  readonly height?: number
  readonly video?: string
  readonly audio?: string | null
  /** Turned by a quarter, as a phone held upright records. */
  readonly isTurned?: boolean
  /** Where the index stands. */
  readonly index?: 'front' | 'end'
  readonly offsets?: 'stco' | 'co64'
  /** What is played: each chunk's bytes. */
  readonly chunks?: readonly Buffer[]
}

const box = (type: string, ...content: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(content)
  const header = Buffer.alloc(8)
  header.writeUInt32BE(8 + body.length, 0)
  header.write(type, 4, 'latin1')
  return Buffer.concat([header, body])
}

const words = (...numbers: readonly number[]): Buffer => {
  const buffer = Buffer.alloc(numbers.length * 4)
  numbers.forEach((number, at) => buffer.writeInt32BE(number | 0, at * 4))
  return buffer
}

const one = 0x10000

function track(
  film: Required<TestFilm>,
  kind: 'vide' | 'soun',
  codec: string,
  at: readonly number[],
): Buffer {
  const isPicture = kind === 'vide'
  const matrix =
    film.isTurned && isPicture
      ? [0, one, 0, -one, 0, 0, 0, 0, 0x40000000]
      : [one, 0, 0, 0, one, 0, 0, 0, 0x40000000]
  const size = isPicture ? [film.width * one, film.height * one] : [0, 0]
  const header = box(
    'tkhd',
    words(0, 0, 0, isPicture ? 1 : 2, 0, film.seconds * 1000, 0, 0, 0, 0, ...matrix, ...size),
  )
  const offsets =
    film.offsets === 'stco'
      ? box('stco', words(0, at.length, ...at))
      : box('co64', words(0, at.length, ...at.flatMap((offset) => [0, offset])))
  const table = box('stbl', box('stsd', words(0, 1), box(codec, Buffer.alloc(70))), offsets)
  const handler = box('hdlr', words(0, 0), Buffer.from(kind), Buffer.alloc(13))
  return box('trak', header, box('mdia', handler, box('minf', table)))
}

function index(film: Required<TestFilm>, at: readonly number[]): Buffer {
  const header = box('mvhd', words(0, 0, 0, 1000, film.seconds * 1000), Buffer.alloc(80))
  const sound = film.audio === null ? [] : [track(film, 'soun', film.audio, at)]
  return box('moov', header, track(film, 'vide', film.video, at), ...sound)
}

/** An mp4 with true boxes around chunks that nobody can play. */
export function testFilm(given: TestFilm = {}): Buffer {
  const film: Required<TestFilm> = {
    seconds: 60,
    width: 1920,
    height: 1080,
    video: 'avc1',
    audio: 'mp4a',
    isTurned: false,
    index: 'front',
    offsets: 'stco',
    chunks: [Buffer.from('the first chunk'), Buffer.from('the second chunk')],
    ...given,
  }
  const type = box('ftyp', Buffer.from('isom\0\0\u0002\0isomiso2avc1mp41', 'latin1'))
  const played = box('mdat', ...film.chunks)
  const before =
    film.index === 'front'
      ? index(
          film,
          film.chunks.map(() => 0),
        ).length
      : 0
  let next = type.length + before + 8
  const at = film.chunks.map(({ length }) => (next += length) - length)
  const moov = index(film, at)
  return Buffer.concat(film.index === 'front' ? [type, moov, played] : [type, played, moov])
}
