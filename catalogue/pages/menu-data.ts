/**
 * Top navigation and side menus as they are when every page exists; menus.ts leaves out what has no page yet.
 * Top items and their order: specification section 6. A side entry is a path; where no title stands beside
 * it, the title of the route is used. Detail and edit routes are reached from their lists and are in no menu.
 */
import type { Role } from '../access/roles.ts'
import { authoredNames } from '../contents/public.gen.ts'

export type MenuKey =
  | 'home'
  | 'personal-archive'
  | 'professional-archive'
  | 'integrity-archive'
  | 'growth'
  | 'teachers'
  | 'review'
  | 'institutions'
  | 'analysis'
  | 'apps'
  | 'platform'
  | 'tasks'

/** A side entry: the path, with its own short title where the route's is too long for a menu. */
export type MenuLine = string | readonly [path: string, title: string]
export type MenuGroupData = { readonly title: string; readonly lines: readonly MenuLine[] }
export type TopItemData = {
  readonly key: MenuKey
  readonly title: string
  readonly groups: readonly MenuGroupData[]
}

const under = (prefix: string, parts: string): string[] => parts.split(' ').map((part) => `${prefix}/${part}`)
const group = (title: string, ...lines: MenuLine[]): MenuGroupData => ({ title, lines })
const top = (key: MenuKey, title: string, ...groups: MenuGroupData[]): TopItemData => ({ key, title, groups })

const integrity = top(
  'integrity-archive',
  '诚信档案',
  group('荣誉与资质', ...under('/marchives', 'marchivesaAreward aBjobname aCskill aDtrain aGregister')),
  group('考核与惩处', ...under('/marchives', 'aEyear aFteacher examinegSD aHpunish')),
)

const archivePages = 'gurwUPData gerenData xuexiData gongzuoData zhuanyeData chengxinData'
const ownArchive = group('档案汇总', ...under('/teacherArchives', `${archivePages} dayinJilu`))
const archives = group('教师档案', ...under('/teacherArchives', `${archivePages} zhiliangData dayinJilu`))

const personalReview = top(
  'review',
  '资料审核',
  group(
    '个人档案',
    ['/examinePage/examineaXX', '学习经历'],
    ['/examinePage/examinebGZ', '工作经历'],
    ['/examinePage/examinecGW', '岗位聘任'],
    ['/examinePage/examineiZW', '职务聘任'],
    ['/examinePage/examinedJX', '教育教学'],
    ['/examinePage/examineeYY', '语言能力'],
  ),
  group(
    '诚信档案',
    ['/examinePage/examinefCX', '荣誉与证书'],
    ['/examinePage/examinejZC', '职称评定'],
    '/examinePage/examinehND',
    '/examinePage/examinegSD',
  ),
  group('审核记录', '/examinePage/shenheJilu'),
)

const professionalReview = top(
  'professional-archive',
  '专业档案',
  group(
    '专业档案审核',
    ['/zhuanyeaJX/zhuanyeaJX', '教学'],
    ['/zhuanyeaJX/zhuanyebXX', '学习研修'],
    ['/zhuanyeaJX/zhuanyecKY', '科研'],
    ['/zhuanyeaJX/zhuanyedCG', '成果'],
    ['/zhuanyeaJX/zhuanyeeGX', '资源共享'],
    ['/zhuanyeaJX/zhuanyefZJ', '工作总结'],
  ),
  group('审核意见', '/examinePage/yijianKu'),
)

/** The province has no top item for the review of records, so what it decided stands here. */
const reviewOfProvince: TopItemData = {
  ...professionalReview,
  groups: [...professionalReview.groups, group('审核记录', '/examinePage/shenheJilu')],
}

const imports = group('导入与导出', ...under('/history', 'getHistoryUp getHistory'))

const teacherMenu: readonly TopItemData[] = [
  top(
    'home',
    '首页',
    group('工作台', ...under('/teacher', 'sy daiban richeng myIndex')),
    group('消息', ...under('/teacher', 'xiaoxiList messageList dongtaiList zhengceList')),
  ),
  top(
    'personal-archive',
    '个人档案',
    group('基本情况', ...under('/mandata', 'manaXinxi hetong manbXuexi mancGongzuo manjOther')),
    group(
      '岗位与教学',
      ...under('/mandata', 'mandGangwei maneZhiwu manfJiaoyu mangYuyan manhHaiwai maniRencai'),
      '/teacher/renshiShixiang',
    ),
    ownArchive,
  ),
  top(
    'professional-archive',
    '专业档案',
    group(
      '专业档案',
      ...under(
        '/majordata',
        'majoraKecheng majorbJiaoyu majorcXuexi majordHuodong majoreChengguo majorfZiyuan majorgZongjie',
      ),
    ),
  ),
  integrity,
  top(
    'growth',
    '专业成长',
    group('培训', ...under('/teacher', 'ltxmgl ltkcgl pxqd pxda dcwj')),
    group('教研', ...under('/teacher', 'wdky ktxx xxkygl jyda jykc gzs gzskh bfqr wdzb wdsp')),
    group('申报', ...under('/usForm', 'index'), ['/usForm/declareTeacher', '我的申报']),
    group(
      '资源',
      ...under('/teacher', 'gxzy bxbk bxzy bxst bxsj bxkh qqts'),
      ...(authoredNames.length > 0 ? under('/teacher', 'wdzp') : []),
      ...under('/history', 'getHistoryUp getHistory'),
    ),
  ),
  top('apps', '应用中心', group('应用', '/appPages/appList', '/teacher/wdyy')),
]

const schoolMenu: readonly TopItemData[] = [
  top(
    'home',
    '首页',
    group('工作台', ...under('/school', 'sy daiban myIndex messageList xiaoxiSongda dealtDetail')),
    group('信息发布', ['/school/xinxiFabu', '通知与动态']),
  ),
  top(
    'teachers',
    '教师管理',
    group('教师', ...under('/setteacher', 'teacher daiyu kezu jiaoyan accounts')),
    group('学校', ...under('/school', 'xuexiaoXinxi bianzhi')),
    archives,
    imports,
  ),
  personalReview,
  professionalReview,
  integrity,
  top(
    'apps',
    '应用中心',
    group('应用', '/appPages/appList'),
    group('科研', ...under('/school', 'xxkygl xxktxx')),
    group('申报', ['/school/declareDetail', '申报管理']),
    group('培训', ...under('/school', 'ltxmgl ltkcgl xbyx xxpxbm mdgl dcwj')),
    group('教研', ...under('/school', 'jyhd jyqd bxkc gzs zbsq')),
    group('帮扶', ...under('/school', 'jdbf')),
    group('资源', ...under('/school', 'gxzy xxxbzyk xxzysh xxxbstk xxstsh xxsjk qqts')),
  ),
]

function institutions(prefix: string): TopItemData {
  return top(
    'institutions',
    '机构管理',
    group(
      '机构',
      ...under(
        '/institu',
        'instituaaList instituaDivisional institubSchool institucTeachers institudOther tiaozheng',
      ),
      '/institu/bianzhi',
    ),
    group('账号', '/institu/accounts', '/institu/jiekou'),
    ...(prefix === '/area' ? [] : [group('审核设置', `${prefix}/shenheLiucheng`)]),
  )
}

const analysis = top(
  'analysis',
  '数据分析',
  group(
    '教师队伍',
    ...under('/analysis', 'teacher_analysis teacher_Statistics teacherage teacherecharts highlevel'),
  ),
  group('查询', ...under('/analysis', 'ziChaXun haXunList')),
  group('数据大屏', ['/analysis/shujuDapin', '大屏设置'], '/dataLarge', '/datashow', '/datatrain'),
)

function regionApps(prefix: string): TopItemData {
  const support = 'bfsy bflbt bfkl bfkl/klpl bfmssj bszjgw bfggxx bftshd bfgzz'
  return top(
    'apps',
    '应用中心',
    group('应用', '/appPages/appList', `${prefix}/wdyy`, '/appRole'),
    group(
      '科研',
      ...under(prefix, 'xqkygl ktsqsh ktktsh ktzjsh ktjtsh xqlwgl xqlwsh xqjxalgl xqjxalsh xqktxx'),
    ),
    group('专家评审', ...under(prefix, 'zhuanjiaPingshen zhuanjiaKu')),
    group('申报', [`${prefix}/declareDetail`, '申报管理']),
    group(
      '培训',
      ...under(prefix, 'pxjh ltxmgl ltkcgl xqkczy xxpxbm xqhmc mdgl dcwj xqdqrs xqxmyx xqfdjs xqxzgly'),
    ),
    group('资源', ...under(prefix, 'gxzy xqqyzyk xqzysh xqqystk xqstsh xqsjk qqts')),
    group(
      '教研',
      ...under(prefix, 'jydwgl jyyhgl jyjyzb zbsq jyjyhd jyqd jyjyz jyjykc jymsgzs jytzgg jyjyzx'),
    ),
    group('教研资源与统计', ...under(prefix, 'jyzyk jystk jysjk jyyhtjbg jyyxtjbg jyzytj jyzytjbg')),
    group('对口帮扶', ...under(prefix, prefix === '/area' ? 'jdbf' : support)),
  )
}

function regionMenu(prefix: string): readonly TopItemData[] {
  const province = prefix === '/province'
  const publishing = group(
    '信息发布',
    [`${prefix}/xinxiFabu`, '政策、通知与动态'],
    ...(province ? under('/teacher', 'zhengceList dongtaiList') : []),
  )
  const figures =
    prefix === '/city' ? [{ ...archives, lines: [...archives.lines, '/city/datajslb'] }] : [archives]
  return [
    top(
      'home',
      '首页',
      group('工作台', ...under(prefix, 'sy daiban myIndex messageList xiaoxiSongda dealtDetail')),
      publishing,
    ),
    top(
      'teachers',
      '教师管理',
      group('教师', '/areas/teacher', '/areas/jiaoyan', '/areas/hebing'),
      ...figures,
      imports,
    ),
    ...(province ? [reviewOfProvince] : [personalReview, professionalReview]),
    integrity,
    institutions(prefix),
    analysis,
    regionApps(prefix),
  ]
}

const adminMenu: readonly TopItemData[] = [
  top(
    'platform',
    '平台管理',
    group(
      '系统',
      ...under(
        '/appCore',
        'overview daiban messageList xiaoxiSongda dictionary permission reasonLibrary logs uppage historyList',
      ),
    ),
    group('机构', ...under('/appCore', 'institutions schools structure')),
    group('用户', ...under('/appCore', 'userSet accountRequests customerUserSet customerBinding signOn')),
    group('门户', ...under('/appCore', 'homeLink banner goodTeacher')),
    group('应用', '/appCore/apps', '/appRole', '/appCore/jiekou', '/appCore/tongbu'),
    imports,
  ),
]

/** Full menus by role; review staff work without a menu. */
export const menuData: Readonly<Record<Role, readonly TopItemData[]>> = {
  1: adminMenu,
  2: teacherMenu,
  3: schoolMenu,
  4: regionMenu('/area'),
  5: regionMenu('/city'),
  6: regionMenu('/province'),
  99: [top('tasks', '评审', group('评审', ...under('/zhuanjia', 'zhuanjiaList daiban messageList')))],
  100: [],
  101: [],
  102: [],
}
