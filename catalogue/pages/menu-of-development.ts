/** What teachers do for their development: training, teaching research, research, resources, support. */
import { authoredNames } from '../contents/public.gen.ts'
import { group, tabs, top, under, type MenuPath, type TopItemData } from './menu-lines.ts'

const ownImports = tabs('导入', ...under('/history', 'getHistoryUp getHistory'))

export const growth = top(
  'growth',
  '专业成长',
  group(
    '培训',
    ['/teacher/ltxmgl', '可报项目'],
    tabs('我的课程', ...under('/teacher', 'ltkcgl pxqd')),
    ...under('/teacher', 'pxda dcwj'),
  ),
  group(
    '教研',
    ['/teacher/jyda', '活动与教研档案'],
    ['/teacher/jykc', '课程'],
    tabs('工作室', ...under('/teacher', 'gzs gzskh')),
    tabs('直播', ...under('/teacher', 'wdzb zhibojian')),
    ['/teacher/wdsp', '视频'],
    '/teacher/bfqr',
  ),
  group(
    '科研',
    ...under('/teacher', 'wdky ktxx xxkygl'),
    ['/usForm/index', '申报通知'],
    ['/usForm/declareTeacher', '我的申报'],
  ),
  group(
    '资源',
    ...under('/teacher', 'bxzy'),
    tabs('共享资源', ...under('/teacher', 'gxzy hzzz qqts')),
    ['/teacher/bxbk', '备课'],
    ['/teacher/bxst', '试题'],
    ['/teacher/bxsj', '试卷'],
    ['/teacher/bxkh', '考核'],
    ...(authoredNames.length > 0 ? under('/teacher', 'wdzp') : []),
    ownImports,
  ),
)

export const schoolTrainingAndResearch = top(
  'training-and-research',
  '教研培训',
  group(
    '培训',
    ['/school/ltxmgl', '培训项目'],
    ['/school/xxpxbm', '报名'],
    ['/school/ltkcgl', '课程'],
    ['/school/xbyx', '校本研修'],
    ['/school/mdgl', '名单'],
    '/school/dcwj',
    '/school/xsgz',
  ),
  group(
    '教研',
    tabs('活动', ...under('/school', 'jyhd jyqd gclb')),
    ['/school/bxkc', '课程'],
    ['/school/gzs', '工作室'],
    tabs('直播', ...under('/school', 'zbsq zhibojian')),
  ),
  group(
    '科研',
    ['/school/xxktxx', '征集'],
    ['/school/xxkygl', '课题、论文与案例'],
    ['/school/declareDetail', '申报'],
  ),
  group(
    '资源',
    ['/school/xxxbzyk', '资源库'],
    tabs('共享资源', ...under('/school', 'gxzy jcml qqts')),
    '/school/xxzysh',
    ['/school/xxxbstk', '试题库'],
    ...under('/school', 'xxstsh xxsjk'),
  ),
  group('帮扶', '/school/jdbf'),
)

/** Training, teaching research, research, resources and counterpart support of an office. */
export function trainingAndResearch(prefix: string): TopItemData {
  const at = (part: string, title?: string): MenuPath =>
    title === undefined ? `${prefix}/${part}` : [`${prefix}/${part}`, title]
  const beside = (title: string, parts: string) => tabs(title, ...under(prefix, parts))
  const support = group(
    '帮扶',
    at('bfsy'),
    at('bfgzz'),
    beside('栏目', 'bflbt bfkl bfkl/klpl bfmssj bszjgw bfggxx bftshd'),
  )
  return top(
    'training-and-research',
    '教研培训',
    group(
      '培训',
      at('pxjh'),
      at('ltxmgl'),
      beside('报名', 'xxpxbm xxpxbmxy cxxyxq'),
      at('xqhmc'),
      beside('课程与资源', 'ltkcgl xqkczy'),
      at('mdgl', '名单'),
      at('dcwj'),
      at('xsgz'),
      beside('统计', 'xqdqrs xqxmyx xqfdjs xqxzgly'),
    ),
    group(
      '教研',
      beside('活动', 'jyjyhd jyqd gclb'),
      beside('直播', 'jyjyzb zbsq zhibojian'),
      at('jyjykc', '课程'),
      at('jymsgzs', '工作室'),
      beside('教研组与队伍', 'jyjyz jydwgl jyyhgl'),
      beside('通知与资讯', 'jytzgg jyjyzx'),
      beside('统计', 'jyyhtjbg jyyxtjbg jyzytj jyzytjbg'),
    ),
    group(
      '科研',
      at('xqktxx', '征集'),
      tabs('课题', at('xqkygl', '全部课题'), ...under(prefix, 'ktsqsh ktktsh ktzjsh ktjtsh')),
      beside('论文', 'xqlwgl xqlwsh'),
      beside('教学案例', 'xqjxalgl xqjxalsh'),
      beside('专家评审', 'zhuanjiaPingshen zhuanjiaKu'),
      at('declareDetail', '申报'),
    ),
    group(
      '资源',
      at('xqqyzyk', '资源库'),
      beside('共享资源', 'gxzy jcml qqts'),
      at('xqzysh'),
      at('xqqystk', '试题库'),
      at('xqstsh'),
      at('xqsjk'),
      beside('教研资源', 'jyzyk jystk jysjk'),
    ),
    prefix === '/area' ? group('帮扶', at('jdbf')) : support,
  )
}
