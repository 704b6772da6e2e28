import { area, date, dateTime, dict, file, integer, text } from '../define.ts'
import { attachable } from '../kinds/file-types.ts'
import { is } from '../rules/condition.ts'

/** What the choice of 公开程度 means, beside it in the form. */
export const visibilityHelp = '“全网公开”的不登录也能看；学校选它的，送上级教育局同意后发布'
export const visibility = dict('公开程度', 'visibility', {
  required: true,
  default: '2',
  help: visibilityHelp,
})

/** For whom an article is. */
const forWhom = {
  visibility,
  audienceAreas: area('面向区域', {
    multiple: true,
    help: '只给这些区域的单位和教师看；不选则不限。选了区域或角色的，公开程度应为“登录可见”',
  }),
  audienceRoles: dict('面向角色', 'userRole', { multiple: true, help: '只给这些角色看；不选则不限' }),
} as const

/** Tags. Each leads to the search for contents with the same tag. */
export const tags = text('标签', {
  maxLength: 60,
  help: '几个便于搜索的词，用空格分开',
  example: '师德 继续教育',
})

export const confirmBy = date('确认截止日期', {
  help: '填了日期，读者范围内的下级单位就要在工作台确认已读；不填则不要求',
  example: '2099-12-31',
})

export const pictures = ['jpg', 'jpeg', 'png'] as const
export const picture = { accept: pictures, help: '宽高约为 16:9' } as const

export const body = {
  maxLength: 20_000,
  help: '可用标题、列表、表格、图片和公式；可以从 Word、WPS 粘贴',
} as const

/** Fields of an article: its title, and what follows its text. */
export const article = {
  title: text('标题', { required: true, maxLength: 200 }),
  afterText: { files: file('附件', { multiple: true, accept: attachable }), tags, ...forWhom },
} as const

/** Whom an office may address: teachers, schools, and offices up to its own level. */
const addressees = {
  audienceRoles: {
    1: 'province',
    4: 'area',
    5: 'city',
    6: 'province',
    99: 'city',
    100: 'province',
    101: 'province',
    102: 'province',
  },
} as const
/** A school speaks to those signed in unless it chooses otherwise. */
export const schoolsToSignedIn = { visibility: { school: '1' } } as const

/**
 * What a school wants everybody to read, the authority above it agrees to first (decision 0053). An authority
 * above the step needs nobody's word for its own.
 */
export const openlyAgreed = [{ level: 'area', when: is('visibility', '2') }] as const
/** What a card is usually returned for: an activity, a broadcast, a course, a resource. */
export const cardReasons = [
  '不宜向社会公开',
  '含有不宜公开的个人信息',
  '封面或附件不合适',
  '时间、地点或人员不清',
  '简介与实际不符',
  '有错别字或表述不清',
] as const

/** What an article is usually returned for. */
export const articleReasons = [
  '正文与附件不一致',
  '标题与正文不符',
  '缺少附件',
  '读者范围不对',
  '含有不宜公开的个人信息',
  '有错别字或表述不清',
] as const

/** How an article is published: by its title, the newest first, for the readers it names. */
export const asArticle = {
  headline: 'title',
  order: 'newest',
  audience: { visibility: 'visibility', areas: 'audienceAreas', roles: 'audienceRoles' },
  pinnable: true,
  reserved: addressees,
  prefilled: schoolsToSignedIn,
} as const

/** The public side of an article: its text, below the words it is found by. */
export const articlePages = {
  look: 'list',
  texts: ['content'],
  tags: 'tags',
  navigation: true,
  feed: true,
} as const

/** Offices and schools of a region write it. */
export const byEveryOffice = { writers: [1, 3, 4, 5, 6], scope: 'region' } as const
/** Authorities write it, schools do not. */
export const byAuthorities = { writers: [1, 4, 5, 6], scope: 'region' } as const
/** City and province write what the portal shows of counterpart support (modules.json, support…). */
export const bySupporters = { writers: [1, 5, 6], scope: 'region' } as const
export const supportKind = dict('帮扶类别', 'supportKind')
export const supportedArea = area('受援区划', { help: '受援的市或县区；不选则不限' })
/** How far the author of a content asks to share it; what `byTeachers` shares by. */
export const shareScope = dict('共享范围', 'shareScope', {
  required: true,
  default: '1',
  help: '本校的由学校审核；范围更大的再由县区、市、省逐级审核，公开的审到省',
})

/**
 * Teachers write it for themselves, offices for their institution. Everybody whose people will read it agrees
 * in turn: the office of each level up to the reach that was asked for (decision 0159). The type has the
 * field `shareScope`.
 */
export const byTeachers = {
  writers: [1, 2, 3, 4, 5, 6],
  scope: 'region',
  sharing: 'shareScope',
  approval: {
    second: false,
    chain: [
      { level: 'school', when: is('shareScope', '1', '2', '3', '4', '9') },
      { level: 'area', when: is('shareScope', '2', '3', '4', '9') },
      { level: 'city', when: is('shareScope', '3', '4', '9') },
      { level: 'province', when: is('shareScope', '4', '9') },
    ],
    reasons: cardReasons,
  },
} as const

/** The portal's administrators write it and number it. */
export const byAdministrators = { writers: [1], scope: 'portal', order: 'sortNo' } as const

/** An address on any host. */
export const address = {
  maxLength: 500,
  help: '本站页面以 / 开头，其他网站以 https:// 或 http:// 开头',
} as const
/** An address that mostly leads to a page of the portal. */
export const ownAddress = { ...address, example: '/home/messageData/policy' } as const

export const sortNo = integer('排序', { required: true, min: 0, max: 9999, default: 10, help: '小的在前' })
export const startTime = dateTime('开始时间', { required: true, example: '2026-11-30T14:30' })
export const endTime = dateTime('结束时间', { required: true, example: '2026-11-30T16:00' })

/** Fields of a link on the front page. */
export const linkFields = {
  title: text('名称', { required: true, maxLength: 30 }),
  url: text('地址', { ...ownAddress, required: true }),
  activeName: text('路由名', {
    maxLength: 60,
    help: '一般留空；需要在预览页打开的填 pF',
  }),
  openMode: dict('打开方式', 'openMode', { default: '0' }),
  sortNo,
}
