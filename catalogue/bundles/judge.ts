import { bundleParts, type BundlePart, type BundleRules, type PartRule, type VideoRule } from './rules.ts'

/** What the portal read out of the file of a part. */
export interface PartFacts {
  readonly name: string
  readonly bytes: number
  /** Fingerprint of the content. */
  readonly content: string
  /** Of a film; null where its index cannot be read. */
  readonly film?: {
    readonly ms: number | null
    readonly width: number
    readonly height: number
    readonly video: string | null
    readonly audio: string | null
  } | null
  /** Of a document of Word. */
  readonly text?: { readonly letters: number; readonly comments: number; readonly changes: number }
  /** Of a presentation. `missing`: sounds, films and pictures that it names and does not hold. */
  readonly slides?: { readonly count: number; readonly missing: number }
  /** A document of Office that cannot be opened. */
  readonly isDamaged?: boolean
}

/** What is to be said of a part. An error keeps the bundle from being handed in, a hint does not. */
export interface Finding {
  readonly field: BundlePart
  readonly level: 'error' | 'hint'
  readonly message: string
}

type PartRemark = Omit<Finding, 'field'>
const error = (message: string): PartRemark => ({ level: 'error', message })
const hint = (message: string): PartRemark => ({ level: 'hint', message })

/** Judges the parts that are there; what is missing is said by the checks of the resource. */
export function judgeBundle(
  rules: BundleRules,
  parts: Readonly<Partial<Record<BundlePart, PartFacts>>>,
  stage: string | null,
): Finding[] {
  return bundleParts.flatMap((field) => {
    const facts = parts[field]
    if (!facts) return []
    const rule = rules.parts[field]
    const twin = bundleParts.find((other) => other !== field && parts[other]?.content === facts.content)
    const said = [
      ...nameFindings(facts),
      ...(twin ? [error(`与“${rules.parts[twin].label}”是同一个文件，请换成对应的文件`)] : []),
      ...(rule.video ? videoFindings(rule.video, facts, stage) : paperFindings(rule, facts)),
    ]
    return said.map((one) => ({ field, ...one }))
  })
}

/** Numbers of people in the name of a file, which everybody sees. */
function* nameFindings({ name }: PartFacts): Generator<PartRemark> {
  if (/(?<!\d)\d{17}[\dXx](?!\d)/.test(name)) yield error('文件名里有身份证号，请改名后重新上传')
  else if (/(?<!\d)1[3-9]\d{9}(?!\d)/.test(name)) yield error('文件名里有手机号，请改名后重新上传')
}

function* paperFindings(rule: PartRule, { text, slides, isDamaged }: PartFacts): Generator<PartRemark> {
  if (isDamaged) yield error('文件打不开，请用 Word 或 PowerPoint 另存后重新上传')
  if (text && rule.letters !== undefined && text.letters < rule.letters)
    yield error(`只有 ${text.letters} 字，至少要 ${rule.letters} 字`)
  if (text && text.comments > 0) yield error(`还留着 ${text.comments} 条批注，请删除后重新上传`)
  if (text && text.changes > 0) yield error(`还留着 ${text.changes} 处修订，请接受或拒绝后重新上传`)
  if (slides && rule.slides !== undefined && slides.count < rule.slides)
    yield error(`只有 ${slides.count} 页，至少要 ${rule.slides} 页`)
  if (slides && slides.missing > 0)
    yield error(`有 ${slides.missing} 处音频、视频或图片没有嵌入，其他电脑上放不出来，请嵌入后重新上传`)
}

/** 21 分 05 秒. */
const lengthText = (ms: number): string => {
  const seconds = Math.round(ms / 1000)
  return `${Math.floor(seconds / 60)} 分${seconds % 60 === 0 ? '' : ` ${String(seconds % 60).padStart(2, '0')} 秒`}`
}

function* videoFindings(
  rule: VideoRule,
  { film, bytes }: PartFacts,
  stage: string | null,
): Generator<PartRemark> {
  if (!film) return yield error('视频读不出来，请重新导出为 mp4 后上传')
  const { width, height, video, audio } = film
  if (video !== rule.picture)
    return yield error('视频编码应为 H.264，请用剪映等软件导出为 H.264 编码的 mp4 后上传')
  if (audio !== rule.sound)
    yield error(audio === null ? '视频没有声音，请确认录音后重新导出' : '声音的编码应为 AAC，请重新导出')
  const [wide, high] = rule.ratio
  const off = Math.abs((width * high) / Math.max(1, height * wide) - 1)
  if (off > rule.offHundredths / 100)
    yield error(`画面是 ${width}×${height}，应为 ${wide}:${high}，请按 1920×1080 重新导出`)
  if (height < rule.least) yield error(`画面高 ${height} 像素，至少要 ${rule.least}`)
  else if (height < rule.good) yield hint(`画面高 ${height} 像素，建议 ${rule.good}`)
  if (bytes > rule.bytes) yield error('视频超过 1 GB，请降低码率后重新导出')
  yield* lengthFindings(rule, film.ms, stage)
}

/** Too short or too long is a hint, beyond the double or below the half an error. */
function* lengthFindings(rule: VideoRule, ms: number | null, stage: string | null): Generator<PartRemark> {
  const minutes = stage === null ? undefined : rule.minutes[stage]
  if (!minutes || ms === null) return
  const [from, to] = minutes
  const spare = rule.spareSeconds * 1000
  const said = `时长 ${lengthText(ms)}，该学段应为 ${from} 至 ${to} 分钟`
  if (ms > to * 60_000 * 2 || ms < (from * 60_000) / 2) yield error(said)
  else if (ms > to * 60_000 + spare || ms < from * 60_000 - spare) yield hint(said)
}
