import { describe, expect, test } from 'vitest'
import { roles, type Role } from '../access/roles.ts'
import { authoredNames } from '../contents/public.gen.ts'
import { publicRoute, publicNames } from '../contents/public.ts'
import { checkEntry, checkMenu, checkPages, checkShown, checkUnique } from './check-pages.ts'
import { recordNames } from '../records/names.gen.ts'
import { records } from '../records/registry.gen.ts'
import { pageOf, type PageName } from './entry.ts'
import { homeOf, match, pages, pagesFor } from './pages.ts'
import { writingRows } from './teacher.ts'

/** The record types of the first issue; a new one is added to the pages that show it. */

const list = (prefix: string, names: string): string[] =>
  names.split(/[\s,]+/).map((name) => `${prefix}/${name}`)

const history = list('/history', 'getHistoryUp getHistory')
const marchives = list(
  '/marchives',
  'marchivesaAreward aBjobname aCskill aDtrain aEyear aFteacher examinegSD aGregister aHpunish',
)
const teacherArchives = list(
  '/teacherArchives',
  'gurwUPData gerenData xuexiData gongzuoData zhuanyeData chengxinData',
)
const professional = list('/zhuanyeaJX', 'zhuanyeaJX zhuanyebXX zhuanyecKY zhuanyedCG zhuanyeeGX zhuanyefZJ')
const institu = list(
  '/institu',
  'instituaaList instituaDivisional institubSchool institucTeachers institudOther',
)
const analysis = list(
  '/analysis',
  'teacher_analysis teacher_Statistics teacherage teacherecharts highlevel highlevelDetail ziChaXun haXunList shujuDapin',
)
const regional = [
  ...institu,
  ...analysis,
  '/areas/teacher',
  '/areas/jiaoyan',
  '/dataLarge',
  '/datashow',
  '/datatrain',
  '/appRole',
]
const support = 'bfsy bflbt bfkl bfkl/klpl bfmssj bszjgw bfggxx bftshd bfgzz'
const provincial = `myIndex gxzy ltxmgl ltkcgl mdgl dealtDetail declareDetail messageList sy personal common wdyy xqkygl ktsqsh
  ktktsh ktzjsh ktjtsh xqlwgl xqlwsh xqjxalgl xqjxalsh xqktxx pxjh xxpxbm xxpxbmxy xqkczy xqhmc cxxyxq xqdqrs xqxmyx
  xqfdjs xqxzgly xqqyzyk xqzysh xqqystk xqstsh xqsjk jydwgl jyyhgl jyjyzb jyjyhd jyjyz jyjykc jymsgzs jyyhtjbg jyyxtjbg
  jyzytj jyzytjbg jyzyk jystk jysjk jytzgg jyjyzx`

const portal = [
  ...list('/usForm', 'index declareTeacher'),
  ...list(
    '/home',
    `previewFiles pF pF1 pF2 pF3 pF4 pF5 pF6 test index search messageData/policy messageData/news messageData/hdongtai
    messageData/messageDetail messageData/soyDongtaiDetail jyFIle/jy1Huodong jyFIle/jy2Zhibo jyFIle/yx3Kecheng msWork
    resourcesCloud cloudCenter/simple cloudCenter/setUp cloudCenter/ranks product aboutUs`,
  ),
  ...['jc', 'yc', 'yd', 'yx'].flatMap((one) => list(`/home/cloudCenter/yangjiang/${one}`, 'simple setUp')),
]

/** Section 2 of the specification, typed out per role set. */
const specified: Record<string, readonly [Role | null, readonly string[]]> = {
  visitors: [null, ['/', '/login', '/logintest', ...portal]],
  administrator: [
    1,
    ['/', ...portal, ...history].concat(
      list(
        '/appCore',
        `personal dictionary dictionaryEdit logs userSet userSetEdit homeLink homeLinkEdit banner bannerEdit goodTeacher
        goodTeacherEdit permission customerUserSet customerUserEdit customerBinding uppage historyList`,
      ),
    ),
  ],
  teacher: [
    2,
    [
      '/',
      '/appPages/appList',
      ...portal,
      ...marchives,
      ...teacherArchives,
      ...list(
        '/teacher',
        `myIndex dongtaiList dongtaiDetail messageList sy personal wdky ktxx xxkygl wdzb wdsp ltxmgl ltkcgl common pxda jyda
        bxbk bxzy bxst bxsj bxkh gxzy xiaoxiList xiaoxiDetails wdyy zhengceList zhengceDetails`,
      ),
      ...list(
        '/mandata',
        `manaXinxi hetong manbXuexi mancGongzuo mandGangwei maneZhiwu manfJiaoyu mangYuyan manhHaiwai maniRencai manjOther`,
      ),
      ...list(
        '/majordata',
        'majoraKecheng majorbJiaoyu majorcXuexi majordHuodong majoreChengguo majorfZiyuan majorgZongjie',
      ),
    ],
  ],
  school: [
    3,
    [
      '/',
      ...portal,
      ...history,
      ...professional,
      ...list(
        '/school',
        `myIndex common dealtDetail declareDetail messageList sy xxkygl xxktxx gxzy personal ltxmgl ltkcgl xxxbzyk xxzysh
        xxxbstk xxstsh xxsjk mdgl xxpxbm`,
      ),
      ...list('/setteacher', 'teacher daiyu kezu jiaoyan'),
      ...list('/examinePage', 'examineaXX examinegSD examinejZC'),
    ],
  ],
  district: [4, ['/', ...portal, ...regional, ...list('/area', provincial)]],
  city: [5, ['/', ...portal, ...regional, ...list('/city', `${provincial} ${support} datajslb`)]],
  province: [
    6,
    [
      '/',
      '/appPages/appList',
      ...portal,
      ...regional,
      ...teacherArchives,
      ...professional,
      ...marchives,
      ...list('/province', `${provincial} ${support}`),
      ...list('/teacher', 'zhengceList zhengceDetails dongtaiList dongtaiDetail'),
    ],
  ],
  expert: [99, ['/', ...portal, '/zhuanjia/zhuanjiaList', '/zhuanjia/zhuanjiaDetail']],
  'review staff': [101, ['/', '/home', '/home/index', '/home/reviewMaterialDetails']],
}

describe('the routes', () => {
  // Beside the specification: pages its users need and it has no place for.
  const added = [
    '/school/xsgz',
    '/area/xsgz',
    '/city/xsgz',
    '/province/xsgz',
    '/appCore/accountRequests',
    '/appCore/overview',
    '/appCore/messageList',
    '/appCore/xiaoxiSongda',
    '/school/xiaoxiSongda',
    '/area/xiaoxiSongda',
    '/city/xiaoxiSongda',
    '/province/xiaoxiSongda',
    '/zhuanjia/messageList',
    '/home/messageList',
    '/teacher/daiban',
    '/school/daiban',
    '/area/daiban',
    '/city/daiban',
    '/province/daiban',
    '/appCore/daiban',
    '/zhuanjia/daiban',
    '/home/daiban',
    '/appCore/zaixian',
    '/appCore/institutions',
    '/appCore/schools',
    '/appCore/structure',
    '/appCore/apps',
    '/appCore/jiekou',
    '/institu/jiekou',
    '/institu/tiaozheng',
    '/analysis/nianbao',
    '/areas/hebing',
    '/teacher/renshiShixiang',
    '/institu/accounts',
    '/setteacher/accounts',
    '/school/xuexiaoXinxi',
    '/school/bianzhi',
    '/institu/bianzhi',
    '/teacherArchives/zhiliangData',
    '/examinePage/yijianKu',
    '/examinePage/shenheJilu',
    '/examinePage/ziyouShenhe',
    '/examinePage/ziyouDengji',
    '/mandata/ziyouDangan',
    '/appCore/reasonLibrary',
    '/school/caijiRenwu',
    '/area/caijiRenwu',
    '/city/caijiRenwu',
    '/province/caijiRenwu',
    ...['school', 'area', 'city', 'province'].map((one) => `/${one}/guidangYijiao`),
    '/area/banjieZhihou',
    '/city/banjieZhihou',
    '/province/banjieZhihou',
    '/school/duijie',
    '/area/duijie',
    '/city/duijie',
    '/province/duijie',
    '/area/ziyouLanmu',
    '/area/zhandian',
    '/city/zhandian',
    '/province/zhandian',
    '/appCore/zhandian',
    '/city/ziyouLanmu',
    '/province/ziyouLanmu',
    '/area/zizhiBiaoge',
    '/city/zizhiBiaoge',
    '/province/zizhiBiaoge',
    '/city/shenheLiucheng',
    '/province/shenheLiucheng',
    '/login/forget',
    '/appCore/outbox',
    '/zhuanjia/personal',
    '/home/personal',
    '/home/search',
    '/home/phone',
    '/home/help',
    '/home/accessibility',
    '/home/agreement',
    '/home/privacy',
    '/home/collection',
    '/home/xinxiBaohu',
    '/home/dapin',
    '/home/gongshi',
    '/home/tousu',
    '/home/zhibojian',
    '/teacher/hzzz',
    ...['school', 'area', 'city', 'province'].map((one) => `/${one}/jcml`),
    ...['teacher', 'school', 'area', 'city', 'province'].map((one) => `/${one}/qqts`),
    ...['teacher', 'school', 'area', 'city', 'province'].map((one) => `/${one}/gerenXinxi`),
    '/home/dkbf',
    ...['school', 'area', 'city', 'province'].map((one) => `/${one}/zbsq`),
    ...['area', 'city', 'province'].flatMap((one) => [`/${one}/zhuanjiaPingshen`, `/${one}/zhuanjiaKu`]),
    '/login/consent',
    '/login/directory',
    '/login/outside',
    '/login/signOut',
    '/appCore/signOn',
    '/appCore/dengluFangshi',
    '/appCore/mimaYingyong',
    '/appCore/zhiboFuwu',
    '/appCore/yijianFankui',
    '/appCore/shujuFenji',
    ...['teacher', 'school', 'area', 'city', 'province'].map((one) => `/${one}/zhibojian`),
    '/appCore/tongbu',
    '/v',
    '/q',
    '/teacher/pxqd',
    '/teacher/richeng',
    '/school/jyhd',
    '/school/gzs',
    '/school/jdbf',
    '/area/jdbf',
    '/teacher/gzs',
    '/teacher/gzskh',
    '/teacher/bfqr',
    ...['school', 'area', 'city', 'province'].map((one) => `/${one}/jyqd`),
    ...['school', 'area', 'city', 'province'].map((one) => `/${one}/gclb`),
    '/school/bxkc',
    '/teacher/jykc',
    '/school/xbyx',
    ...['teacher', 'school', 'area', 'city', 'province'].map((one) => `/${one}/dcwj`),
    '/teacherArchives/dayinJilu',
    '/school/xinxiFabu',
    '/area/xinxiFabu',
    '/city/xinxiFabu',
    '/province/xinxiFabu',
  ]

  test('are the 360 paths of the specification, and the few that were added', () => {
    const paths = new Set(pages.map(({ path }) => path))
    expect(added.filter((path) => !paths.has(path))).toEqual([])
    // Lists of contents beyond the specification bring their own addresses.
    const declared = publicNames.filter((name) => !portal.includes(publicRoute(name).path))
    expect(paths.size).toBe(360 + added.length + declared.length + writingRows(authoredNames).length)
    expect([match('/city/shenheLiucheng', 5)?.page, match('/province/shenheLiucheng', 6)?.page]).toEqual([
      'approval-flow',
      'approval-flow',
    ])
    for (const role of [2, 3, 4] as const) expect(match('/province/shenheLiucheng', role)).toBeUndefined()
  })

  test('have a page each, or lead to one', () => {
    const bare = pages.filter(({ page, redirect }) => page === null && redirect === undefined)
    expect(bare.map(({ path }) => path)).toEqual([])
  })

  test.each(Object.entries(specified))('of %s are all there', (_, [role, paths]) => {
    expect(paths.filter((path) => match(path, role) === undefined)).toEqual([])
  })

  test('of every role include the sign-in page', () => {
    for (const { role } of roles) expect(match('/login', role)?.page).toBe('sign-in')
  })

  test('pass their own checks with the record types there are', () => {
    expect(checkPages(records)).toEqual([])
  })

  test('of district and city are the same but for counterpart support and the city’s data page', () => {
    const parts = (prefix: string, role: Role): string[] =>
      pagesFor(role).flatMap(({ path }) => (path.startsWith(prefix) ? [path.slice(prefix.length)] : []))
    const district = new Set(parts('/area/', 4))
    expect(district.size).toBe(75)
    expect(parts('/city/', 5).filter((part) => !district.has(part))).toEqual([
      ...support.split(' '),
      'datajslb',
      'shenheLiucheng',
    ])
  })
})

describe('match', () => {
  test('ignores a trailing slash, case, query and hash', () => {
    for (const path of ['/teacher/sy/', '/Teacher/SY', '/teacher/sy?x=1', '/teacher/sy#top']) {
      expect(match(path)?.path).toBe('/teacher/sy')
    }
  })

  test('prefers nothing shorter: a deeper unknown path is no route', () => {
    expect(match('/teacher/sy/x')).toBeUndefined()
    expect(match('/city/bfkl/klpl')?.title).toBe('课例评论')
  })

  test('tells apart what one path is to different roles', () => {
    expect(match('/home/index', null)?.page).toBe('portal')
    expect(match('/home/index', 100)?.title).toBe('评审材料')
    expect(match('/teacher/sy', 3)).toBeUndefined()
  })

  test('finds a route by its other spelling', () => {
    expect(match('/marchives/marchivesaHpunish', 2)?.path).toBe('/marchives/aHpunish')
  })
})

describe('pages of this issue', () => {
  test.each<[string, Role | null, string, readonly string[] | undefined]>([
    ['/login', null, 'sign-in', undefined],
    ['/logintest', null, 'sign-in', undefined],
    ['/home/index', 1, 'portal', undefined],
    ['/province/myIndex', 6, 'workspace-home', undefined],
    ['/mandata/manaXinxi', 2, 'record-section', ['basicInfo']],
    [
      '/mandata/manjOther',
      2,
      'record-section',
      ['rotation', 'contactInfo', 'familyMember', 'otherInfo', 'salary'].filter((name) =>
        recordNames.has(name),
      ),
    ],
    ['/examinePage/examineaXX', 4, 'review', ['studyExperience', 'basicInfo']],
    ['/setteacher/daiyu', 3, 'institution-records', ['salary']],
    ['/setteacher/kezu', 3, 'institution-records', ['subjectGroup', 'researchGroup']],
    [
      '/teacherArchives/xuexiData',
      2,
      'record-section',
      ['studyExperience', 'trainingRegistration', 'learningRecord'],
    ],
    [
      '/teacherArchives/xuexiData',
      4,
      'archive-list',
      ['studyExperience', 'trainingRegistration', 'learningRecord'],
    ],
    ['/teacherArchives/gerenData', 6, 'archive-document', undefined],
    ['/teacherArchives/gurwUPData', 2, 'archive-overview', undefined],
    ['/marchives/aGregister', 2, 'record-section', ['periodicRegistration']],
    ['/marchives/aGregister', 3, 'archive-list', ['periodicRegistration']],
    ['/marchives/aCskill', 6, 'archive-list', ['teacherQualification', 'skillCertificate']],
    ['/marchives/marchivesaEyear', 2, 'record-section', ['annualAssessment']],
    ['/marchives/aEyear', 3, 'institution-records', ['annualAssessment']],
    ['/marchives/examinegSD', 6, 'archive-list', ['ethicsReview']],
    ['/examinePage/examinegSD', 3, 'institution-records', ['ethicsAssessment', 'ethicsReview']],
    ['/examinePage/examinehND', 5, 'archive-list', ['annualAssessment']],
    ['/examinePage/examinejZC', 5, 'review', ['titleCertification']],
    ['/teacher/xiaoxiList', 2, 'message-list', undefined],
    ['/city/messageList', 5, 'message-list', undefined],
  ])('%s for role %s is %s', (path, role, page, records) => {
    const entry = match(path, role)
    expect(entry?.page).toBe(page)
    expect(entry?.records).toEqual(records)
  })

  test('show notices and messages apart: a teacher’s messageList is notices', () => {
    expect(match('/teacher/messageList', 2)).toMatchObject({ page: 'message-list', feature: 'notice' })
    expect(match('/teacher/xiaoxiList', 2)).toMatchObject({ page: 'message-list', feature: 'message' })
  })

  test('keep tabs whose record type is still to come', () => {
    const declared = (name: string) => (recordNames.has(name) ? name : null)
    expect(match('/mandata/manjOther', 2)?.tabs).toEqual([
      { label: '交流轮岗', record: declared('rotation') },
      { label: '联系方式', record: 'contactInfo' },
      { label: '家庭成员', record: declared('familyMember') },
      { label: '其他', record: declared('otherInfo') },
      { label: '基本待遇', record: 'salary' },
    ])
  })

  test.each<[Role, string | null, PageName]>([
    [3, null, 'review'],
    [3, 'nothing', 'review'],
    [3, 'rewardHonor', 'review'],
    [3, 'punishment', 'institution-records'],
    [4, 'punishment', 'institution-records'],
    [5, 'punishment', 'archive-list'],
  ])('may have a tab of another kind: examinefCX for role %i with %s is %s', (role, tab, page) => {
    const entry = match('/examinePage/examinefCX', role)
    expect(entry && pageOf(entry, tab)).toBe(page)
  })

  test('are where each role starts, as section 6 says, and administrators on their overview', () => {
    expect(roles.map(({ role }) => homeOf(role))).toEqual([
      '/appCore/overview',
      '/teacher/sy',
      '/school/sy',
      '/area/sy',
      '/city/sy',
      '/province/sy',
      '/zhuanjia/zhuanjiaList',
      '/home/index',
      '/home/index',
      '/home/index',
    ])
    expect(homeOf(null)).toBe('/home/index')
  })
})

describe('the checks', () => {
  const entry = {
    path: '/x',
    title: 'x',
    roles: [2 as const],
    feature: 'x',
    page: 'review' as const,
    records: ['a'],
  }
  const codes = (faults: readonly { code: string }[]): string[] => faults.map(({ code }) => code)

  test('name a record type nobody declared', () => {
    expect(codes(checkPages({}))).toContain('C301')
    expect(codes(checkEntry(entry, new Set(['b'])))).toEqual(['C301'])
  })

  test('find a record type that its writers or reviewers cannot open', () => {
    const without = (role: Role) =>
      pages.map((page) => ({ ...page, roles: page.roles.filter((one) => one !== role) }))
    const { studyExperience, annualAssessment } = records
    expect(checkShown([studyExperience, annualAssessment], pages)).toEqual([])
    expect(codes(checkShown([studyExperience], without(2)))).toEqual(['C312'])
    expect(codes(checkShown([studyExperience], without(4)))).toEqual(['C312'])
    expect(codes(checkShown([annualAssessment], without(3)))).toEqual(['C312'])
  })

  test('find a path twice for one role, also in another spelling', () => {
    expect(codes(checkUnique([entry, { ...entry, path: '/X' }]))).toEqual(['C302'])
    expect(checkUnique([entry, { ...entry, roles: [3] }])).toEqual([])
  })

  test('find missing titles, records, roles and redirect targets', () => {
    const known = new Set(['a'])
    expect(codes(checkEntry({ ...entry, title: ' ' }, known))).toEqual(['C303'])
    expect(codes(checkEntry({ ...entry, records: [] }, known))).toEqual(['C305'])
    expect(codes(checkEntry({ ...entry, page: null, redirect: '/school/sy' }, known))).toEqual([
      'C310',
      'C306',
    ])
    expect(codes(checkEntry({ ...entry, roles: [] }, known))).toEqual(['C309'])
  })

  test('find a menu line that is no route of the role', () => {
    const item = { key: 'home' as const, title: 'x', groups: [{ title: 'x', lines: ['/school/sy'] }] }
    expect(codes(checkMenu(item, 2))).toEqual(['C304'])
  })
})
