import { boxAt, boxesAlong, headerBytes, type Box, type ByteSource } from './boxes.ts'

/** What the index of a film says. */
export interface FilmFacts {
  /** Milliseconds; null where the index does not say (a film in fragments). */
  readonly ms: number | null
  readonly bytes: number
  /** Pixels as they are shown, after turning; 0 where there is no picture. */
  readonly width: number
  readonly height: number
  /** Codecs by their four letters (`avc1`, `hvc1`, `mp4a`); null where there is no such track. */
  readonly video: string | null
  readonly audio: string | null
}

/** A film as its index describes it. */
export interface Film {
  readonly facts: FilmFacts
  /** Whether what is played stands before the index, so that a player has to fetch the end first. */
  readonly isIndexLate: boolean
  /** The bytes of the film with its index in front. */
  readonly pieces: () => AsyncIterable<Buffer>
}

/** Most bytes of an index; a film of two gigabytes has fewer than ten million. */
const mostIndexBytes = 32 * 1024 * 1024
/** Boxes before the index; a film has five. */
const mostBoxes = 1000

/**
 * Reads the index of an mp4 (`moov`: ISO/IEC 14496-12, 8.2) with one range for each box before it.
 * @returns null where there is no index that can be read: the file is damaged or was broken off
 */
export async function readFilm(source: ByteSource): Promise<Film | null> {
  const before: Box[] = []
  for (let at = 0; at < source.bytes && before.length < mostBoxes;) {
    const header = await source.read(at, Math.min(source.bytes, at + headerBytes))
    const box = boxAt(header, at, source.bytes)
    if (!box) return null
    if (box.type === 'moov') return filmOf(source, before, box)
    before.push(box)
    at = box.end
  }
  return null
}

async function filmOf(source: ByteSource, before: readonly Box[], moov: Box): Promise<Film | null> {
  if (moov.end - moov.start > mostIndexBytes) return null
  const index = await source.read(moov.start, moov.end)
  const from = moov.content - moov.start
  const facts = factsOf(index, from, source.bytes)
  if (!facts) return null
  const isIndexLate = before.some(({ type }) => type === 'mdat')
  const [first] = before
  // Behind the type of the file, which comes first.
  const place = first?.type === 'ftyp' ? first.end : 0
  const moved = isIndexLate ? withOffsets(index, from, { place, moov }) : null
  return {
    facts,
    isIndexLate: moved !== null,
    pieces: async function* () {
      if (!moved) return yield* source.stream(0, source.bytes)
      yield* source.stream(0, place)
      yield moved
      yield* source.stream(place, moov.start)
      yield* source.stream(moov.end, source.bytes)
    },
  }
}

/** Version 1 of a box has times in eight bytes, version 0 in four. */
function durationOf(index: Buffer, { content, end }: Box): number | null {
  const isLong = index[content] === 1
  const [scaleAt, durationAt] = isLong ? [content + 20, content + 24] : [content + 12, content + 16]
  if (durationAt + (isLong ? 8 : 4) > end) return null
  const scale = index.readUInt32BE(scaleAt)
  const duration = isLong ? Number(index.readBigUInt64BE(durationAt)) : index.readUInt32BE(durationAt)
  return scale === 0 || duration === 0 ? null : Math.round((duration * 1000) / scale)
}

/** Width and height of a track as it is shown: the last two numbers of `tkhd`, turned by its matrix. */
function pixelsOf(index: Buffer, { content, end }: Box): { width: number; height: number } {
  if (end - content < 84) return { width: 0, height: 0 }
  const [width, height] = [index.readUInt32BE(end - 8) / 65536, index.readUInt32BE(end - 4) / 65536]
  // The matrix stands before them; a picture that is turned by a quarter has nothing in its first place.
  const isTurned = index.readInt32BE(end - 44) === 0
  return isTurned ? { width: height, height: width } : { width, height }
}

interface Track {
  readonly kind: string
  readonly codec: string
  readonly width: number
  readonly height: number
}

function trackOf(index: Buffer, trak: Box): Track | null {
  const along = (path: readonly string[]) => boxesAlong(index, trak.content, trak.end, path)[0]
  const [header, handler] = [along(['tkhd']), along(['mdia', 'hdlr'])]
  const entries = along(['mdia', 'minf', 'stbl', 'stsd'])
  if (!header || !handler || !entries || handler.end - handler.content < 12) return null
  // Version, flags and a count stand before the first entry.
  const entry = entries.content + 8
  if (entry + 8 > entries.end) return null
  return {
    kind: index.toString('latin1', handler.content + 8, handler.content + 12),
    codec: index.toString('latin1', entry + 4, entry + 8),
    ...pixelsOf(index, header),
  }
}

function factsOf(index: Buffer, from: number, bytes: number): FilmFacts | null {
  const [header] = boxesAlong(index, from, index.length, ['mvhd'])
  const tracks = boxesAlong(index, from, index.length, ['trak']).flatMap((box) => trackOf(index, box) ?? [])
  if (!header || tracks.length === 0) return null
  const picture = tracks.find(({ kind }) => kind === 'vide')
  const sound = tracks.find(({ kind }) => kind === 'soun')
  return {
    ms: durationOf(index, header),
    bytes,
    width: Math.round(picture?.width ?? 0),
    height: Math.round(picture?.height ?? 0),
    video: picture?.codec ?? null,
    audio: sound?.codec ?? null,
  }
}

/**
 * The index with every offset that points behind `place` and before the index made larger by its length
 * (`stco`, `co64`: ISO/IEC 14496-12, 8.7.5). Null where one does not fit into four bytes any more, or a table
 * is damaged: such a film stays as it is.
 */
function withOffsets(
  index: Buffer,
  from: number,
  { place, moov }: { readonly place: number; readonly moov: Box },
): Buffer | null {
  const moved = Buffer.from(index)
  const length = moov.end - moov.start
  const shift = (offset: number) => (offset >= place && offset < moov.start ? offset + length : offset)
  for (const [type, width] of [
    ['stco', 4],
    ['co64', 8],
  ] as const)
    for (const { content, end } of boxesAlong(moved, from, moved.length, [
      'trak',
      'mdia',
      'minf',
      'stbl',
      type,
    ])) {
      if (end - content < 8) return null
      const count = moved.readUInt32BE(content + 4)
      if (content + 8 + count * width > end) return null
      for (let at = content + 8, n = 0; n < count; n += 1, at += width) {
        const offset = shift(width === 4 ? moved.readUInt32BE(at) : Number(moved.readBigUInt64BE(at)))
        if (width === 4 && offset > 0xffff_ffff) return null
        if (width === 4) moved.writeUInt32BE(offset, at)
        else moved.writeBigUInt64BE(BigInt(offset), at)
      }
    }
  return moved
}
