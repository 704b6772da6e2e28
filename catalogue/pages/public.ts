/** Routes open to visitors, the portal among them (specification section 2, "Public and shared"). */
import { roles } from '../access/roles.ts'
import { publicRoute, publicNames } from '../contents/public.ts'
import { legalTexts } from '../legal/texts.ts'
import { pagesUnder, type Audience, type PageEntry, type Row } from './entry.ts'

/** Pages of contents are one client page, which reads from the route what to show. */
const shown = { page: 'portal' } as const

const everyone: readonly Audience[] = ['public', ...roles.map(({ role }) => role)]
/** Review staff have their own pages under /home and none of the portal's. */
const readers: readonly Audience[] = ['public', 1, 2, 3, 4, 5, 6, 99]

/**
 * Addresses that the specification fixes: letters and a name. Which area the letters mean is a row of the
 * clients (docs/decisions/0282).
 */
const districtCentres: readonly (readonly [letters: string, name: string])[] = [
  ['jc', '江城区'],
  ['yc', '阳春市'],
  ['yd', '阳东区'],
  ['yx', '阳西县'],
]

/**
 * pF and pF1 to pF6 are one page; the portal's navigation items each have their own to be highlighted apart.
 */
const embeds: readonly Row[] = ['', '1', '2', '3', '4', '5', '6'].map((slot) => [
  `/pF${slot}`,
  '外部页面',
  'file',
  shown,
])

const portal: readonly Row[] = [
  ['', '门户', 'portal', { redirect: '/home/index' }],
  ['/index', '首页', 'portal', shown],
  ['/previewFiles', '文件预览', 'file', shown],
  ...embeds,
  ['/test', '测试页', 'helpdesk', shown],
  // The portal's own: the specification has no address for finding (docs/decisions/0023).
  ['/search', '搜索', 'search', shown],
  ['/messageData/policy', '政策文件', 'policy', shown],
  ['/messageData/news', '通知公告', 'notice', shown],
  ['/messageData/hdongtai', '培训动态', 'trainingNews', shown],
  ['/messageData/messageDetail', '信息详情', 'notice', shown],
  ['/messageData/soyDongtaiDetail', '动态详情', 'trainingNews', shown],
  ['/jyFIle/jy1Huodong', '教研活动', 'teachingActivity', shown],
  ['/jyFIle/jy2Zhibo', '直播', 'liveBroadcast', shown],
  ['/jyFIle/yx3Kecheng', '研修课程', 'course', shown],
  ['/msWork', '名师工作室', 'studio', shown],
  ['/resourcesCloud', '资源云', 'resource', shown],
  ['/cloudCenter/simple', '中心简介', 'centerPage', shown],
  ['/cloudCenter/setUp', '机构设置', 'centerPage', shown],
  ['/cloudCenter/ranks', '师资队伍', 'centerPage', shown],
  ...districtCentres.flatMap(([letters, name]): Row[] => [
    [`/cloudCenter/yangjiang/${letters}/simple`, `${name}中心简介`, 'centerPage', shown],
    [`/cloudCenter/yangjiang/${letters}/setUp`, `${name}机构设置`, 'centerPage', shown],
  ]),
  // Its lists stand below it, as their declarations say.
  ['/dkbf', '对口帮扶', 'supportHome', shown],
  ['/product', '产品介绍', 'product', shown],
  ['/aboutUs', '关于我们', 'aboutUs', shown],
]

/** Lists of contents that the specification does not name: their declarations give the address. */
const declared: readonly Row[] = publicNames.flatMap((name): Row[] => {
  const { path, title } = publicRoute(name)
  const row = path.slice('/home'.length)
  return portal.some(([known]) => known === row) ? [] : [[row, title, name, shown]]
})

/**
 * The root sends every role to its home, except teachers, who go to the portal (specification section 2,
 * "Teacher").
 */
const root: readonly PageEntry[] = [
  ...pagesUnder('', ['public', 2], [['/', '首页', 'auth', { redirect: '/home/index' }]]),
  ...roles
    .filter(({ role }) => role !== 2)
    .flatMap(({ role, home }) => pagesUnder('', [role], [['/', '首页', 'auth', { redirect: home }]])),
]

export const publicPages: readonly PageEntry[] = [
  ...root,
  ...pagesUnder('', everyone, [['/login', '登录', 'auth', { page: 'sign-in' }]]),
  ...pagesUnder(
    '',
    ['public'],
    [
      ['/logintest', '登录', 'auth', { page: 'sign-in' }],
      ['/login/forget', '找回密码', 'auth', { page: 'forgotten-password' }],
    ],
  ),
  // The portal's own: an app asks to have somebody signed in, and what was signed out of (features/sign-on).
  ...pagesUnder('', everyone, [
    ['/login/outside', '外部账号登录', 'auth', { page: 'outside-sign-in' }],
    ['/login/directory', '单位账号登录', 'auth', { page: 'directory-sign-in' }],
    ['/login/consent', '登录到应用', 'auth', { page: 'consent' }],
    ['/login/signOut', '退出登录', 'auth', { page: 'signed-out' }],
  ]),
  // The portal's own: a phone that has scanned the code of a form, whoever is signed in on it; and the help.
  ...pagesUnder('', everyone, [
    ['/home/phone', '手机上传', 'file', { page: 'phone-upload' }],
    ['/home/help', '帮助', 'helpdesk', { page: 'help' }],
    ['/home/accessibility', '无障碍声明', 'helpdesk', { page: 'accessibility' }],
    ...legalTexts.map(({ path, title }): Row => [path, title, 'helpdesk', { page: 'legal' }]),
    ['/home/xinxiBaohu', '个人信息保护', 'helpdesk', { page: 'privacy' }],
    // What a link of a board opens (features/boards); the secret stands behind the #.
    ['/home/dapin', '数据大屏', 'bigScreen', { page: 'shared-board' }],
    // What is to be established hangs out here, for everybody (docs/decisions/0083).
    ['/home/gongshi', '公示', 'researchNotice', { page: 'publicity' }],
    // Whoever says that a resource infringes a right need not have an account (docs/decisions/0202).
    ['/home/tousu', '侵权投诉', 'resource', { page: 'complain' }],
    // One broadcast, for visitors where it is for everybody; no other page reaches the live server (0244).
    ['/home/zhibojian', '直播间', 'liveBroadcast', { page: 'live-room' }],
    // Where the address behind the code on a screen leads (features/presence).
    ['/q', '签到', 'presence', { page: 'check-in', below: true }],
    // Printed on every paper, so the address is short.
    ['/v', '查验打印件', 'printedForm', { page: 'verify', below: true }],
  ]),
  ...pagesUnder('/usForm', readers, [
    ['/index', '申报首页', 'declaration', { page: 'declare-notices', notices: 'declareBatch' }],
  ]),
  // A teacher writes the own declaration here; for everybody else it says what can be declared.
  ...pagesUnder(
    '/usForm',
    ['public', 1, 3, 4, 5, 6, 99],
    [['/declareTeacher', '名师申报', 'declaration', { page: 'declare-notices' }]],
  ),
  ...pagesUnder(
    '/usForm',
    [2],
    [['/declareTeacher', '名师申报', 'declaration', { page: 'declare', cases: { types: ['declaration'] } }]],
  ),
  ...pagesUnder('/home', readers, [...portal, ...declared]),
]
