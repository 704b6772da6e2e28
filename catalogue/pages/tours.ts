import type { Role } from '../access/roles.ts'

/** What a step of a tour points at. */
export type TourPlace =
  | 'firstPanel'
  | 'archive'
  | 'queues'
  | 'shortcuts'
  | 'readings'
  | 'menu'
  | 'find'
  | 'messages'
  | 'help'
  | 'person'

/** One step of a tour: a part of the first screen, and what it is for. */
export interface TourStep {
  readonly at: TourPlace
  readonly title: string
  readonly text: string
}

const messages: TourStep = {
  at: 'messages',
  title: '消息在这里',
  text: '有人提交、审核通过、被退回、快到期，都会在这里告诉您；数字是未读的条数。',
}
const help: TourStep = {
  at: 'help',
  title: '随时可以再看',
  text: '每一页怎么用，点这里就能看到；新手引导也能从这里再打开。',
}
const person: TourStep = {
  at: 'person',
  title: '账号在这里',
  text: '换头像、改密码和手机号，切换身份，看登录设备，退出登录。',
}
const office = (what: string): readonly TourStep[] => [
  {
    at: 'firstPanel',
    title: '从等得最久的开始',
    text: '一打开就是最该办的一件：谁提交的、等了几天。点按钮直接进入审核，审完自动到下一条。',
  },
  {
    at: 'queues',
    title: '待审核的都在这里',
    text: `${what}橙色的已等了多日，红色的超过了办理期限。`,
  },
  {
    at: 'shortcuts',
    title: '快捷入口',
    text: '您常用的栏目排在前面，用得越多越靠前。',
  },
  {
    at: 'find',
    title: '找人、找记录、找功能',
    text: '输入教师姓名、拼音首字母或栏目名，直接打开；键盘按 / 也可以。',
  },
  messages,
  help,
]

/** The first steps of each role that has a workspace of its own, four to six each. */
export const tours: Readonly<Partial<Record<Role, readonly TourStep[]>>> = {
  1: [
    {
      at: 'firstPanel',
      title: '先看需要处理的事项',
      text: '备份没做、发送失败、有人等您确认，都列在这里；处理完自动消失。',
    },
    {
      at: 'readings',
      title: '运行情况',
      text: '登录、队列、存储、备份和审计的现状；每个数字都能打开它背后的清单。',
    },
    {
      at: 'menu',
      title: '管理栏目',
      text: '用户、字典、权限、日志和门户内容都从这里进入。',
    },
    {
      at: 'find',
      title: '找人、找功能',
      text: '输入姓名、登录名或栏目名，直接打开；键盘按 / 也可以。',
    },
    help,
    person,
  ],
  2: [
    {
      at: 'firstPanel',
      title: '先看这里',
      text: '现在要做的事都在这里：还没填的栏目、被退回的记录。每一行的按钮直接带您去办。',
    },
    {
      at: 'archive',
      title: '我的档案',
      text: '看得到档案建到了百分之几、还缺哪几项。',
    },
    {
      at: 'menu',
      title: '档案栏目',
      text: '个人、专业、诚信三份档案从这里进入。填写时自动保存草稿，填好再提交审核。',
    },
    {
      at: 'find',
      title: '找不到就搜索',
      text: '输入栏目名、功能或记录中的几个字，直接打开；键盘按 / 也可以。',
    },
    messages,
    help,
  ],
  3: office('每一类有多少条、最长已等几天。本校教师提交的，先由学校审核。'),
  4: office('学校审核过的档案、学校要全网公开的内容，都等您这里同意。'),
  5: office('县区审核过的和市直属学校提交的，都等您这里办理。'),
  6: office('各市报上来的都等您这里办理。'),
}
