import { bool, curriculum, dict, file, richText, text } from '../../define.ts'
import { bundleParts, fineLessons, isBundle, type BundlePart } from '../../bundles/rules.ts'
import { attachable } from '../../kinds/file-types.ts'
import { defineContent } from '../define.ts'
import { byTeachers, picture, shareScope } from '../fields.ts'

/** What a resource is usually returned for. */
const reasons = [
  '文件打不开或不完整',
  '有可识别学生的姓名、照片等信息，请处理后再传',
  '类别、学科或章节与内容不符',
  '与已有资源雷同，请核对是否原创',
  '来源或许可写得不清楚',
  '共享范围偏大，建议先在本校共享',
  '有错别字、图不清楚或表述有误',
] as const

const { parts } = fineLessons
const part = (key: BundlePart) => file(`课包：${parts[key].label}`, { accept: [...parts[key].accept] })

/** The files of a lesson bundle, in the place of the one file (decision 0185). */
const bundleFields = {
  partVideo: part('partVideo'),
  partSlides: part('partSlides'),
  partDesign: part('partDesign'),
  partTasks: part('partTasks'),
  partExercises: part('partExercises'),
}

/** 资源: what teachers and offices share, each agreement on its way to more readers (resources.md, 4). */
export const resource = defineContent({
  name: 'resource',
  title: '资源',
  place: 170,
  fields: {
    title: text('资源名称', { required: true, maxLength: 200 }),
    resourceKind: dict('资源类别', 'resourceKind', { required: true }),
    schoolStage: dict('学段', 'schoolStage', { required: true }),
    subject: dict('学科', 'subject', { required: true }),
    nodes: curriculum('教材章节', {
      index: 'chapter',
      multiple: true,
      help: '在目录中选，最多 6 处；选了就能按章节找到，年级、册次和教材版本也随它',
    }),
    points: curriculum('知识点', { index: 'point', multiple: true, help: '最多 8 个' }),
    grade: dict('年级', 'grade'),
    semester: dict('册次（学期）', 'semester'),
    textbookEdition: dict('教材版本', 'textbookEdition'),
    chapter: text('章节', { maxLength: 100, help: '目录中没有的教材，在这里写章节' }),
    author: text('作者', { required: true, maxLength: 30 }),
    org: text('单位', { maxLength: 100 }),
    shareScope,
    file: file('资源文件', {
      accept: attachable,
      help: '课件、文档、图片、音频或视频，视频请用 mp4；整课的五件套不传这里，分别传到下面的课包里',
    }),
    ...bundleFields,
    captions: file('字幕', {
      accept: ['vtt'],
      help: '视频或音频的字幕（WebVTT，.vtt）；听不清、听不见的人要靠它',
    }),
    cover: file('封面', {
      ...picture,
      help: '也是视频播放前的画面；不传时用视频的第一帧',
    }),
    keywords: text('关键词', { maxLength: 100 }),
    description: richText('简介', { maxLength: 2_000 }),
    isOriginal: bool('是否原创', { required: true, default: true }),
    sourceNote: text('来源说明', { maxLength: 100, help: '不是原创时写明来源' }),
    licence: dict('许可', 'resourceLicence', {
      required: true,
      default: '2',
      help: '他人可以怎样使用；共享到“公开”的，选区域内教学使用或一种 CC 许可',
    }),
    statement: bool('声明', {
      required: true,
      help: '本人为作者或已获许可；其中没有可识别学生的信息，没有涉密试题。提交时须声明“是”',
    }),
  },
  ...byTeachers,
  approval: { ...byTeachers.approval, reasons },
  desk: 'jyzyk',
  reviewDesk: { school: 'xxzysh', authority: 'xqzysh' },
  headline: 'title',
  columns: ['resourceKind', 'schoolStage', 'subject', 'shareScope'],
  order: 'newest',
  category: 'resourceKind',
  filters: ['schoolStage', 'subject', 'grade', 'textbookEdition'],
  cover: 'cover',
  searched: ['author', 'org', 'keywords', 'description'],
  shelf: {
    author: 'author',
    form: 'resourceKind',
    stage: 'schoolStage',
    grade: 'grade',
    semester: 'semester',
    subject: 'subject',
    edition: 'textbookEdition',
    licence: 'licence',
    nodes: 'nodes',
    points: 'points',
    file: 'file',
    parts: bundleParts,
  },
  prefilled: { author: 'writer', org: 'institution' },
  examined: { files: bundleParts, beside: ['schoolStage'] },
  compared: true,
  checks: [
    {
      holds: (value) => value.file !== null || isBundle(value),
      message: '请上传资源文件，或者上传课包的各件',
      fields: ['file', 'partVideo'],
    },
    {
      holds: (value) => value.file === null || !isBundle(value),
      message: '资源文件和课包只能选一种：请移除资源文件，或者移除课包里的文件',
      fields: ['file', 'partVideo'],
    },
    ...bundleParts
      .filter((key) => parts[key].required)
      .map((key) => ({
        holds: (value: Readonly<Record<string, unknown>>) =>
          !isBundle(value) || typeof value[key] === 'string',
        message: `课包还缺${parts[key].label}`,
        fields: [key],
      })),
    {
      holds: ({ nodes }) => (nodes ?? []).length <= 6,
      message: '教材章节最多选 6 处',
      fields: ['nodes'],
    },
    {
      holds: ({ points }) => (points ?? []).length <= 8,
      message: '知识点最多选 8 个',
      fields: ['points'],
    },
    {
      holds: ({ shareScope: reach, licence }) =>
        licence !== '1' || reach === '0' || reach === '1' || reach === null,
      message: '“仅供校内教学”的只能共享到本校，请换一种许可或缩小范围',
      fields: ['licence', 'shareScope'],
    },
    {
      holds: ({ shareScope: reach, licence }) => reach !== '9' || licence !== '9',
      message: '公开的资源请选“区域内教学使用”或一种 CC 许可',
      fields: ['licence', 'shareScope'],
    },
    {
      holds: ({ isOriginal, sourceNote }) => isOriginal !== false || sourceNote !== null,
      message: '不是原创的，请写明来源',
      fields: ['sourceNote', 'isOriginal'],
    },
    {
      holds: ({ statement }) => statement !== false,
      message: '请先确认声明：本人为作者或已获许可，不含可识别学生的信息和涉密试题',
      fields: ['statement'],
    },
  ],
  pinnable: true,
  public: {
    title: '资源云',
    path: '/home/resourcesCloud',
    look: 'cards',
    lines: [
      ['resourceKind', 'schoolStage', 'subject'],
      ['author', 'org'],
    ],
    facts: [
      'author',
      'org',
      { field: 'resourceKind', label: '类别' },
      'schoolStage',
      'grade',
      'subject',
      'textbookEdition',
      'chapter',
      { field: 'sourceNote', label: '来源' },
      'licence',
    ],
    texts: ['description'],
    tags: 'keywords',
    opens: [
      { field: 'file', label: '下载' },
      ...bundleParts.map((field) => ({ field, label: parts[field].label })),
    ],
    navigation: true,
  },
})
