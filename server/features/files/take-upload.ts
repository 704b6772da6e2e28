import type { MultipartFile } from '@fastify/multipart'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../../../catalogue/access/access.ts'
import type { UploadLimits } from '../../../catalogue/contract/uploads.ts'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import { sizeKindOf, tooLargeSentence, type FileMime } from '../../../catalogue/kinds/file-types.ts'
import type { ByteSource } from '../../platform/recordings/boxes.ts'
import type { FileStore } from '../../platform/storage/file-store.ts'
import type { FilesOptions } from './routes.ts'
import type { Gate } from './gate/gate.ts'
import { headBytes, headOf, maxBytes, recordingOf, sniff, tidyName } from './sniff.ts'
import { keepRecording } from './keep-recording.ts'
import { requireQuota } from './quota.ts'
import { recordFile, uploadedToday } from './store.ts'

/** Bytes one identity may upload within a day: of recordings, and of everything else. */
const daily = { recordings: 5 * 1024 ** 3, others: 500 * 1024 ** 2 }
/** Most bytes that a form has around its file. */
const around = 16 * 1024
/** Most bytes of a refused upload that are still taken in, so that its sender hears why. */
const mostPassing = 20 * 1024 ** 2

/** Largest files this actor may upload, in bytes. */
export function uploadLimitsOf(
  { largestVideo, largestAudio, mayRecord }: FilesOptions,
  actor: Actor,
): UploadLimits {
  const may = mayRecord(actor)
  return { file: maxBytes, video: may ? largestVideo : maxBytes, audio: may ? largestAudio : maxBytes }
}

const tooLarge = (kind: keyof UploadLimits, limits: UploadLimits) =>
  new AppError('tooLarge', { message: tooLargeSentence(kind, limits[kind]) })

/** What is there, then what comes; refuses the piece that is beyond `most`. */
async function* counted(
  there: readonly Buffer[],
  coming: AsyncIterator<Buffer>,
  most: number,
  refusal: () => AppError,
): AsyncGenerator<Buffer> {
  let bytes = 0
  const judged = (piece: Buffer) => {
    bytes += piece.length
    if (bytes > most) throw refusal()
    return piece
  }
  for (const piece of there) yield judged(piece)
  for (let next = await coming.next(); next.done !== true; next = await coming.next())
    yield judged(next.value)
}

/** Pieces that come until there are so many bytes, or no more. */
async function gather(pieces: Buffer[], coming: AsyncIterator<Buffer>, until: number): Promise<Buffer> {
  let bytes = pieces.reduce((sum, one) => sum + one.length, 0)
  while (bytes < until) {
    const next = await coming.next()
    if (next.done === true) break
    pieces.push(next.value)
    bytes += next.value.length
  }
  return Buffer.concat(pieces)
}

/**
 * Lets the rest of a refused upload pass by, up to a measure: its sender hears the answer when everything was
 * sent.
 */
async function passBy(coming: AsyncIterator<Buffer>, request: FastifyRequest): Promise<void> {
  let left = mostPassing
  for (let next = await coming.next(); next.done !== true && left > 0; next = await coming.next())
    left -= next.value.length
  if (left <= 0) request.raw.destroy()
}

/** Where uploads are judged and kept. */
export interface Intake {
  readonly store: FileStore
  readonly gate: Gate
}

/** Bytes hashed and written at once: other requests are answered in between. */
const pieceBytes = 256 * 1024

function* inPieces(content: Buffer): Generator<Buffer> {
  for (let at = 0; at < content.length; at += pieceBytes) yield content.subarray(at, at + pieceBytes)
}

interface Upload {
  /** As the sender calls it. */
  readonly name: string
  readonly coming: AsyncIterator<Buffer>
  /** Length of the request as the sender says, in bytes. */
  readonly declared: number
  /** The same bytes by ranges, where they are stored in parts already. */
  readonly source?: ByteSource
}

/** Whose upload it is, and what was agreed of it beforehand: its number, its size in bytes, its type. */
interface UploadTerms {
  readonly actor: Actor
  readonly id?: string
  readonly most?: number
  readonly accepts?: (mime: string) => boolean
}

/** What the actor may upload, and no more than was agreed. */
function limitsFor(o: FilesOptions, { actor, most = Number.POSITIVE_INFINITY }: UploadTerms): UploadLimits {
  const { file, video, audio } = uploadLimitsOf(o, actor)
  return { file: Math.min(file, most), video: Math.min(video, most), audio: Math.min(audio, most) }
}

function requireAgreed({ accepts }: UploadTerms, mime: string): void {
  if (accepts?.(mime) === false)
    throw new AppError('fileType', { message: '文件的类别与取凭证时写的不同，请重新获取' })
}

async function requireClean({ scanner }: FilesOptions, content: Buffer): Promise<void> {
  const found = await scanner?.scan(content)
  if (found)
    throw new AppError('fileType', { message: `文件里查出了病毒（${found}），不能上传，请先在电脑上杀毒` })
}

/** Refuses a recording that is too long, and a file of another kind; answers which recording it is. */
async function requireFitting(
  limits: UploadLimits,
  head: Buffer,
  declared: number,
): Promise<FileMime | null> {
  const recording = await recordingOf(head)
  const kind = recording === null ? 'file' : sizeKindOf(recording)
  if (declared > limits[kind]) throw tooLarge(kind, limits)
  return recording
}

/** Judges the beginning of an upload of `bytes` bytes, where it shows already what the whole will be. */
export async function requireStart(limits: UploadLimits, head: Buffer, bytes: number): Promise<void> {
  if (head.length >= Math.min(headOf(head), bytes)) await requireFitting(limits, head, bytes)
}

/** Bytes of an upload become a file of the actor's. Throws AppError where they cannot. */
export async function take(
  o: FilesOptions,
  { store, gate }: Intake,
  bound: UploadTerms,
  { name, coming, declared, source }: Upload,
) {
  const { actor, id } = bound
  const limits = limitsFor(o, bound)
  const pieces: Buffer[] = []
  const first = await gather(pieces, coming, headBytes)
  const head = await gather(pieces, coming, Math.min(headOf(first), maxBytes))
  const recording = await requireFitting(limits, head, declared - around)
  const kind = recording === null ? 'file' : sizeKindOf(recording)
  if (recording !== null) requireAgreed(bound, recording)
  await store.expectRoom(Math.max(declared, head.length))
  const all = counted(pieces, coming, limits[kind], () => tooLarge(kind, limits))
  if (recording !== null) {
    const kept = await keepRecording(store, recording, all, source)
    await coming.return?.()
    const about = { name: tidyName(name, recording), mime: recording, id }
    return recordFile(o.db, store, actor, { ...about, ...kept })
  }
  // Whatever is no recording is judged as a whole.
  const whole: Buffer[] = []
  for await (const piece of all) whole.push(piece)
  const given = Buffer.concat(whole)
  const { mime, content } = await sniff(gate, given)
  await requireClean(o, given)
  requireAgreed(bound, mime)
  const about = { name: tidyName(name, mime), mime, id }
  return recordFile(o.db, store, actor, { ...about, ...(await store.write(inPieces(content))) })
}

/** Refuses what is larger than anything the actor may upload, and uploads beyond a day's. */
export async function requireAllowance(o: FilesOptions, actor: Actor, declared: number): Promise<void> {
  const limits = uploadLimitsOf(o, actor)
  const largest = (['file', 'audio', 'video'] as const).toSorted((a, b) => limits[b] - limits[a])[0] ?? 'file'
  if (declared - around > limits[largest]) throw tooLarge(largest, limits)
  const today = await uploadedToday(o.db, actor)
  if (today.others > daily.others || today.recordings > daily.recordings)
    throw new AppError('tooOften', { message: '今天上传的文件太多，请明天再传' })
  await requireQuota(o.db, actor, Math.max(0, declared - around))
}

/**
 * How an upload is answered, and how what came before its file decides whose it is; without that, the session
 * does.
 */
interface UploadReply {
  readonly reply: FastifyReply
  readonly bound?: (fields: unknown) => Promise<UploadTerms>
}

/** Fields of a form that came before its file. */
const fieldsBefore = (part: MultipartFile): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(part.fields).flatMap(([name, field]) =>
      field !== undefined && 'value' in field ? [[name, field.value]] : [],
    ),
  )

/**
 * Takes an upload to its store piece by piece. Too large is refused by what the sender says, as soon as its
 * first bytes tell what it is, and by counting; whatever is refused or broken off leaves nothing behind.
 */
export async function takeUpload(
  o: FilesOptions,
  intake: Intake,
  request: FastifyRequest,
  { reply, bound }: UploadReply,
) {
  if (!request.isMultipart()) throw new AppError('malformed', { message: '上传失败，请重新选择文件' })
  const declared = Number(request.headers['content-length'] ?? 0)
  let coming: AsyncIterator<Buffer> | undefined
  try {
    if (!bound) await requireAllowance(o, o.actorOn(request), declared)
    const part = await request.file().catch(() => undefined)
    coming = part?.file[Symbol.asyncIterator]()
    if (!coming || part?.fieldname !== 'file') throw invalid('file', '请选择文件')
    const whose = bound ? await bound(fieldsBefore(part)) : { actor: o.actorOn(request) }
    if (bound) await requireAllowance(o, whose.actor, declared)
    return await take(o, intake, whose, { name: part.filename, coming, declared })
  } catch (error) {
    if (declared > mostPassing) reply.header('connection', 'close')
    if (coming) passBy(coming, request).catch(() => undefined)
    if (error instanceof AppError || !request.raw.destroyed) throw error
    throw new AppError('malformed', { message: '上传中断了，请重新上传' })
  }
}
