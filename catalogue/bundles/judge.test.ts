import { describe, expect, it } from 'vitest'
import { judgeBundle, type PartFacts } from './judge.ts'
import { fineLessons, type BundlePart } from './rules.ts'

const film = { ms: 18 * 60_000, width: 1920, height: 1080, video: 'avc1', audio: 'mp4a' }
const video = (more: Partial<typeof film> = {}, about: Partial<PartFacts> = {}): PartFacts => ({
  name: '课.mp4',
  bytes: 500_000_000,
  content: 'v',
  film: { ...film, ...more },
  ...about,
})
const paper = (more: Partial<PartFacts>): PartFacts => ({
  name: 'a.docx',
  bytes: 1000,
  content: 'p',
  ...more,
})
const said = (parts: Partial<Record<BundlePart, PartFacts>>, stage: string | null = '3') =>
  judgeBundle(fineLessons, parts, stage).map(({ field, level, message }) => `${field} ${level}: ${message}`)

describe('the film of a bundle', () => {
  it('of 21 minutes in 1080p is hinted at, of 4:3 refused, of HEVC refused with what to do', () => {
    expect(said({ partVideo: video() })).toEqual([])
    expect(said({ partVideo: video({ ms: 21 * 60_000 }) })).toEqual([
      'partVideo hint: 时长 21 分，该学段应为 15 至 20 分钟',
    ])
    expect(said({ partVideo: video({ width: 1440 }) })).toEqual([
      'partVideo error: 画面是 1440×1080，应为 16:9，请按 1920×1080 重新导出',
    ])
    expect(said({ partVideo: video({ video: 'hvc1' }) })).toEqual([
      'partVideo error: 视频编码应为 H.264，请用剪映等软件导出为 H.264 编码的 mp4 后上传',
    ])
  })

  it('keeps within half a minute unsaid, and is refused beyond the double and below the half', () => {
    const at = (seconds: number, stage: string | null = '3') =>
      judgeBundle(fineLessons, { partVideo: video({ ms: seconds * 1000 }) }, stage).map(({ level }) => level)
    expect([at(20 * 60 + 30), at(20 * 60 + 31), at(40 * 60), at(40 * 60 + 1)]).toEqual([
      [],
      ['hint'],
      ['hint'],
      ['error'],
    ])
    expect([at(14 * 60 + 30), at(14 * 60 + 29), at(7 * 60 + 29)]).toEqual([[], ['hint'], ['error']])
    // 小学 has other minutes; a stage without a rule, or none yet, has none.
    expect([at(12 * 60, '2'), at(12 * 60, '1'), at(60, null)]).toEqual([[], [], []])
  })

  it('is measured in pixels, sound and bytes', () => {
    expect(said({ partVideo: video({ width: 1280, height: 720 }) })).toEqual([
      'partVideo hint: 画面高 720 像素，建议 1080',
    ])
    expect(said({ partVideo: video({ width: 854, height: 480 }) })).toEqual([
      'partVideo error: 画面高 480 像素，至少要 720',
    ])
    const silent = { ...video(), film: { ...film, audio: null } }
    expect(said({ partVideo: silent })).toEqual(['partVideo error: 视频没有声音，请确认录音后重新导出'])
    expect(said({ partVideo: video({}, { bytes: 1024 ** 3 + 1 }) })).toEqual([
      'partVideo error: 视频超过 1 GB，请降低码率后重新导出',
    ])
    expect(said({ partVideo: video({}, { film: null }) })).toEqual([
      'partVideo error: 视频读不出来，请重新导出为 mp4 后上传',
    ])
  })
})

describe('the papers of a bundle', () => {
  it('have letters enough, no comments and no tracked changes left', () => {
    const text = { letters: 300, comments: 0, changes: 0 }
    expect(said({ partDesign: paper({ text }) })).toEqual([])
    expect(said({ partDesign: paper({ text: { letters: 299, comments: 2, changes: 1 } }) })).toEqual([
      'partDesign error: 只有 299 字，至少要 300 字',
      'partDesign error: 还留着 2 条批注，请删除后重新上传',
      'partDesign error: 还留着 1 处修订，请接受或拒绝后重新上传',
    ])
    expect(said({ partSlides: paper({ slides: { count: 4, missing: 1 } }) })).toEqual([
      'partSlides error: 只有 4 页，至少要 5 页',
      'partSlides error: 有 1 处音频、视频或图片没有嵌入，其他电脑上放不出来，请嵌入后重新上传',
    ])
    expect(said({ partTasks: paper({ isDamaged: true }) })).toEqual([
      'partTasks error: 文件打不开，请用 Word 或 PowerPoint 另存后重新上传',
    ])
  })

  it('are not the same file twice, and carry no number of a person in their names', () => {
    expect(said({ partDesign: paper({}), partTasks: paper({}) })).toEqual([
      'partDesign error: 与“学习任务单”是同一个文件，请换成对应的文件',
      'partTasks error: 与“教学设计”是同一个文件，请换成对应的文件',
    ])
    expect(said({ partDesign: paper({ name: '林13812345678.docx' }) })).toEqual([
      'partDesign error: 文件名里有手机号，请改名后重新上传',
    ])
    expect(said({ partDesign: paper({ name: '44170219900101123X.docx' }) })).toEqual([
      'partDesign error: 文件名里有身份证号，请改名后重新上传',
    ])
    expect(said({ partDesign: paper({ name: '20250912 113812345678.docx' }) })).toEqual([])
  })
})
