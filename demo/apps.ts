import type { Tx } from '../server/platform/db/database.ts'
import { sql } from '../server/platform/db/sql.ts'
import type { Region } from './region/region.ts'

interface App {
  readonly id: string
  readonly name: string
  /** Dictionaries appCategory and openMode. */
  readonly category: string
  readonly mode: '0' | '1' | '2'
  readonly domain: string
  readonly path: string
  readonly about: string
  /** Roles that may use it, and those that may ask for it. */
  readonly use: readonly number[]
  readonly ask: readonly number[]
  readonly health: readonly [state: string, ms: number | null]
}

const all = [2, 3, 4, 5, 6]
const host = (name: string): string => `https://${name}.example.cn`
const normal = ['normal', 180] as const

/** A dozen systems as a region has them; nobody answers at their addresses. */
const apps: readonly App[] = [
  {
    id: '11',
    name: '继续教育学时',
    category: '3',
    mode: '1',
    domain: host('xueshi'),
    path: '/login',
    about: '公需科目、专业科目选课和学时查询',
    use: all,
    ask: [],
    health: normal,
  },
  {
    id: '12',
    name: '网络研修社区',
    category: '3',
    mode: '1',
    domain: host('yanxiu'),
    path: '',
    about: '学科工作坊、话题讨论',
    use: [2],
    ask: [3],
    health: ['slow', 4200],
  },
  {
    id: '13',
    name: '骨干教师培养',
    category: '1',
    mode: '1',
    domain: host('gugan'),
    path: '/apply',
    about: '限县级以上骨干',
    use: [4, 5, 6],
    ask: [2, 3],
    health: normal,
  },
  {
    id: '14',
    name: '师德专题学习',
    category: '1',
    mode: '1',
    domain: host('shide'),
    path: '',
    about: '12 月 15 日前完成',
    use: [2, 3],
    ask: [],
    health: normal,
  },
  {
    id: '21',
    name: '课堂实录',
    category: '2',
    mode: '1',
    domain: host('shilu'),
    path: '',
    about: '上传、点评、切片',
    use: [2, 3],
    ask: [4],
    health: normal,
  },
  {
    id: '22',
    name: '作业与批改',
    category: '2',
    mode: '2',
    domain: host('zuoye'),
    path: '/embed',
    about: '在页面里打开',
    use: [2],
    ask: [],
    health: normal,
  },
  {
    id: '23',
    name: '组卷与题库',
    category: '2',
    mode: '1',
    domain: host('zujuan'),
    path: '',
    about: '限教研组长',
    use: [],
    ask: [2],
    health: normal,
  },
  {
    id: '31',
    name: '精品课资源库',
    category: '4',
    mode: '1',
    domain: host('jingpin'),
    path: '',
    about: '省级精品课，按教材章节',
    use: all,
    ask: [],
    health: normal,
  },
  {
    id: '32',
    name: '门户首页',
    category: '4',
    mode: '0',
    domain: '/home/index',
    path: '',
    about: '政策、动态和名师工作室',
    use: all,
    ask: [],
    health: ['unchecked', null],
  },
  {
    id: '41',
    name: '学业质量监测',
    category: '5',
    mode: '1',
    domain: host('jiance'),
    path: '',
    about: '各年级监测报告',
    use: all,
    ask: [],
    health: normal,
  },
  {
    id: '51',
    name: '请假与调课',
    category: '6',
    mode: '1',
    domain: host('qingjia'),
    path: '',
    about: '请假、调课、代课',
    use: [2, 3],
    ask: [],
    health: normal,
  },
  {
    id: '52',
    name: '电子印章',
    category: '6',
    mode: '1',
    domain: host('yinzhang'),
    path: '',
    about: '限单位管理员，由上级办理',
    use: [5, 6],
    ask: [3, 4],
    health: ['down', null],
  },
]

/** The apps of the region, whom they are given, and what the people of the journeys have made of them. */
export async function writeApps(tx: Tx, region: Region): Promise<void> {
  for (const [place, app] of apps.entries()) await writeApp(tx, app, (place + 1) * 10)
  await tx.execute(sql`
    update app
    set maintenance_from = date_trunc('hour', now()) - interval '1 hour',
      maintenance_until = date_trunc('hour', now()) + interval '5 hours', maintenance_note = '系统升级，资料不受影响'
    where id = '41'`)
  const [teacher, newcomer, city] = ['teacher', 'newcomer', 'city'].map((login) => region.account(login).id)
  await tx.execute(sql`
    insert into app_favourite (identity_id, app_id, position)
    select ${teacher}::int, f.id, f.position
    from unnest(array['21', '51', '12']) with ordinality f (id, position)`)
  await tx.execute(sql`
    insert into app_opening (identity_id, app_id, times, at)
    values (${teacher}::int, '21', 3, now() - interval '20 hours'), (${teacher}::int, '11', 1, now() - interval '3 days')`)
  await tx.execute(sql`
    insert into app_pin (app_id, office_id, position)
    select '11', a.institution_id, 1 from identity a where a.id = ${city}::int`)
  await tx.execute(sql`
    insert into app_request (app_id, identity_id, reason, asked_at)
    values ('23', ${newcomer}::int, '本学期承担高一备课组命题', now())`)
}

async function writeApp(tx: Tx, app: App, sortNo: number): Promise<void> {
  await tx.execute(sql`
    insert into app (id, name, category, domain, entry_path, open_mode, description, sort_no)
    values (${app.id}, ${app.name}, ${app.category}, ${app.domain}, ${app.path}, ${app.mode}, ${app.about}, ${sortNo})`)
  await tx.execute(sql`
    insert into app_binding (app_id, role, level)
    select ${app.id}, b.role, b.level
    from unnest(${[...app.use, ...app.ask]}::int[],
      ${[...app.use.map(() => 2), ...app.ask.map(() => 1)]}::int[]) b (role, level)`)
  const [state, ms] = app.health
  await tx.execute(sql`
    insert into app_health (app_id, state, ms) values (${app.id}, ${state}, ${ms}::int)`)
}
