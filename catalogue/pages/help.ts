import { helpOfTeaching } from './help-of-teaching.ts'
import type { PageName } from './entry.ts'
import { helpOfApps } from './help-of-apps.ts'
import { helpOfUsers } from './help-of-users.ts'
import { helpOfBoards } from './help-of-boards.ts'
import { helpOfLibrary } from './help-of-library.ts'
import { helpOfOffices } from './help-of-offices.ts'
import { helpOfPresence } from './help-of-presence.ts'
import { helpOfQueries } from './help-of-queries.ts'
import { helpOfSignOn } from './help-of-sign-on.ts'
import { helpOfDeclarations } from './help-of-declarations.ts'
import { helpOfLaw } from './help-of-law.ts'
import { helpOfPaper } from './help-of-paper.ts'
import { helpOfResearch } from './help-of-research.ts'
import { helpOfExpertReview } from './help-of-expert-review.ts'
import { helpOfTalents } from './help-of-talents.ts'
import { helpOfTraining } from './help-of-training.ts'

/** What a page says of itself: for whom it is, what is done there in order, and what people ask about it. */
export interface Help {
  readonly title: string
  readonly about: string
  readonly steps: readonly string[]
  readonly notes?: readonly string[]
}

/** The help of every page; a page without one does not compile. Read in the browser only. */
export const help = {
  'sign-in': {
    title: '登录',
    about: '教师、学校、教育局和专家用同一个入口。',
    steps: [
      '填写身份证件号、手机号或登录名，再填密码；也可以改用短信登录。',
      '连续填错后会要求验证码，可以换成语音或文字题。',
      '有多个身份的，选一个进入；进入后可以在右上角切换。',
    ],
    notes: [
      '首次登录用身份证件号；一次性密码发到登记的手机。',
      '正在填表时登录过期，会在原页面上方重新登录，填写的内容都在。',
    ],
  },
  'forgotten-password': {
    title: '找回密码',
    about: '用登记过的手机号重新设置密码。',
    steps: ['填写账号，获取短信验证码。', '填写验证码和新密码，保存后用新密码登录。'],
    notes: ['手机号没有登记过或已停用的，请联系本单位或系统管理员。'],
  },
  personal: {
    title: '个人中心',
    about: '管理自己的账号：照片、密码、手机号、邮箱、登录设备和消息提醒。',
    steps: [
      '在左侧选择要改的内容。',
      '换手机号、邮箱或密码时，需要登录密码和新号码收到的验证码。',
      '在“登录设备”里可以让其他设备下线。',
      '“谁看过我的档案”列出他人的查阅；“我的数据副本”把本人的信息打成一个压缩包。',
    ],
    notes: ['丢了手机的，用恢复码登录，或请系统管理员停用两步验证。'],
  },
  portal: {
    title: '门户',
    about: '对所有人开放的政策、通知、培训、活动、资源和名师工作室。',
    steps: [
      '用上方的导航选择栏目，或搜索关键词。',
      '列表可以按类别、年份筛选；地址会记住筛选，可以转发给他人。',
      '需要登录才能看的内容，登录后会自动回到那一页。',
    ],
    notes: ['打开外部网站前会提示“即将离开本站”。'],
  },
  contents: {
    title: '信息发布',
    about: '撰写、送审、发布本单位的政策、通知和动态。',
    steps: [
      '新增一篇，填写标题和正文；可以随时保存草稿。',
      '选择谁能看到，系统会算出覆盖多少人和单位。',
      '送审后由第二人或上级审核；通过后到发布时间自动显示。',
      '发布后可以修改、下架，或恢复到以前的版本。',
    ],
    notes: [
      '学校发布给登录用户看的，点“发布”就生效；要全网公开的，送上级教育局同意后才公开。',
      '从 Word、WPS 粘贴的内容会保留表格和图片。',
      '要求确认的通知，可以看到未确认的单位并提醒。',
    ],
  },
  reading: {
    title: '查看内容',
    about: '在工作台里阅读发布给本单位的内容。',
    steps: ['点标题打开全文；附件可以直接预览。', '要求确认已读的，读完后点“确认已读”。'],
  },
  clients: {
    title: '站点方案',
    about: '一个区域或单位使用的域名、标志和导航。',
    steps: ['新增站点方案，填写名称、类别和覆盖区域。', '绑定域名，上传标志，选择导航栏目。'],
  },
  overview: {
    title: '运行概览',
    about: '平台今天运行得怎样，有什么要管理员处理。',
    steps: [
      '先看上方的待处理事项，红色的是出了故障，处理完自动消失。',
      '点登录、发送失败、身份申请的数字，打开正好这么多条的名单。',
    ],
    notes: ['数字每分钟更新一次，也可以点“刷新”。', '未设置备份时，这里会写明。'],
  },
  'workspace-home': {
    title: '工作台首页',
    about: '进入后第一眼要办的事：等得最久的在最前面。',
    steps: [
      '从最上面的待办开始办，每一项都标明等了多久、何时到期。',
      '“我提交的”里可以看到每一条现在由谁处理。',
      '按 / 键可以搜索人员、记录、内容和功能。',
    ],
    notes: ['数字都有口径和数据时间，点数字可以打开对应的名单。'],
  },
  'record-section': {
    title: '档案记录',
    about: '填写和维护自己的档案，一类记录一个栏目。',
    steps: [
      '新增一条，填写带星号的栏目；停下几秒会自动保存草稿。',
      '上传佐证材料：可以拖进来，也可以用手机扫码拍照。',
      '提交审核后，可以在办理记录里看到由谁处理；没有被处理前可以撤回。',
      '被退回的，按标红栏目下的意见修改后重新提交。',
    ],
    notes: [
      '已通过的记录要改，提出变更；审核通过前，他人看到的仍是原来的内容。',
      '选择栏目可以输名称、拼音首字母或代码。',
    ],
  },
  review: {
    title: '审核',
    about: '逐条或成批审核本单位教师提交的记录。',
    steps: [
      '左边选一条，右边看变更和佐证材料；有警告的先看完再通过。',
      '按 A 通过，按 R 退回并选择意见，按 S 暂缓，按 J、K 看下一条、上一条。',
      '勾选多条可以成批通过；有警告的会留在原处。',
      '点错了，在提示消失前可以撤销。',
    ],
    notes: ['退回时把意见钉在栏目上，教师一眼就能看到改哪里。', '按 ? 查看全部快捷键。'],
  },
  ...helpOfLibrary,
  ...helpOfOffices,
  ...helpOfApps,
  ...helpOfBoards,
  ...helpOfUsers,
  ...helpOfPresence,
  ...helpOfQueries,
  ...helpOfSignOn,
  ...helpOfExpertReview,
  ...helpOfTalents,
  ...helpOfTraining,
  ...helpOfDeclarations,
  ...helpOfResearch,
  'archive-list': {
    title: '档案列表',
    about: '本单位或本辖区教师的档案记录。',
    steps: [
      '用上方的筛选缩小范围，按列头排序。',
      '点姓名打开该记录，点“整份档案”查看全部。',
      '常用的筛选可以保存下来。',
    ],
    notes: ['范围很大时只按姓名或拼音搜索；先选定市、县区或学校，就可以用其他条件。'],
  },
  'correction-list': {
    title: '更正与确认',
    about: '教师对单位登记内容的更正申请，以及需要上级确认的记录。',
    steps: ['打开一条，对照原值和申请的值。', '同意即时生效；不同意的写明原因。'],
  },
  'archive-overview': {
    title: '档案总览',
    about: '一份档案填了多少、缺什么、什么快到期。',
    steps: ['点缺项直接进入填写。', '临近到期的证书和合同会提前提醒。'],
  },
  'archive-document': {
    title: '整份档案',
    about: '一位教师的个人、专业、诚信三份档案，可以看过去某一天，也可以两期对比。',
    steps: [
      '左侧目录随阅读移动，点一项直接到那里；各部分可以折叠。',
      '选一个日期，看当天有效的内容。',
      '选两个日期对比，看期间新增、变更和失效的记录。',
    ],
    notes: ['单位查阅档案会留下记录，教师本人看得到。'],
  },
  'quality-report': {
    title: '数据质量',
    about: '用现行规则重新检查已生效的记录，列出不符合的地方。',
    steps: ['按规则或单位查看问题。', '点“查看”打开该记录，由本人或单位更正。'],
  },
  'reason-library': {
    title: '审核意见库',
    about: '退回和不予通过时常用的意见，审核时按数字键选用。',
    steps: [
      '新增一条意见，可以指定用于哪类记录。',
      '本单位的意见只有本单位能改。',
      '平台内置意见按档案列出，不用的取消勾选即停用：单位只对本单位，系统管理员对全平台。',
    ],
  },
  'my-reviews': {
    title: '我的审核记录',
    about: '自己审核过的每一条，以及它现在到了哪一步。',
    steps: ['按类别、结果和日期筛选。', '还在撤销时间内的，可以撤销自己的决定。'],
  },
  'training-hours': {
    title: '培训档案',
    about: '自己每年的继续教育学时：计入多少、还差多少、每一条从哪里来。',
    steps: [
      '看本年各类学时与要求，不够的写明还差多少。',
      '换年度或类别，看每条学时的来源；点培训名称打开登记和佐证。',
      '参加过的校外培训点“登记校外培训”，学校审核通过后自动计入。',
      '要证明的点“打印表格”，选学时证明。',
      '“证书和证明”里点“出示”，请对方扫码查验；点“电子证书”保存为文件，交给其他系统。',
    ],
    notes: [
      '学时只增不改：登记改了或撤销了，会另记一条冲销，两条都在。',
      '每日、每类的上限按本省当年的规则计算。',
    ],
  },
  'own-fields': {
    title: '自有栏目',
    about: '在已有的档案上加本单位要收集的栏目，不用改程序。',
    steps: [
      '打开一类档案，新增栏目，写明类型、分组和收集目的。',
      '试算影响：有多少条记录缺这一栏、多少条在审。',
      '发布。含必填或敏感信息的，送本单位另一位同事复核。',
    ],
    notes: [
      '发布后约十秒各处生效；在审的按原来的栏目办完。',
      '已有人填写的栏目只能停用，填过的内容保留。',
      '发布后十分钟内无人填写时可以撤回。',
    ],
  },
  'approval-flow': {
    title: '审核流程',
    about: '每类记录由哪几级审核、各有几天。',
    steps: [
      '打开一类，增加、移除或调整环节，设办理期限和条件。',
      '填写变更说明，预览影响并发布。',
      '需要时可以恢复到以前的版本。',
    ],
    notes: ['在办的仍按提交时的流程走完。'],
  },
  'log-list': {
    title: '日志',
    about: '谁在什么时候对什么做了什么。日志不能修改，系统每秒封存。',
    steps: [
      '按人员、操作、日期筛选。',
      '点姓名查看与此人有关的全部日志。',
      '“检查完整性”核对日志有没有被改动。',
    ],
  },
  outbox: {
    title: '发件箱',
    about: '测试环境里本应发出的短信和邮件。',
    steps: ['按时间查看内容和收件人。'],
    notes: ['正式环境不显示这一页。'],
  },
  'account-requests': {
    title: '身份申请',
    about: '由一位管理员申请、等另一位管理员确认的身份。',
    steps: ['核对人员、角色和机构后确认；不同意的写明原因。'],
  },
  'dictionary-list': {
    title: '数据字典',
    about: '各栏目可选的代码表。',
    steps: ['点一部字典查看项目。', '“校历”里设置调休和假期，办理期限按它计算。'],
  },
  'dictionary-edit': {
    title: '字典项目',
    about: '一部字典的代码、名称和别名。',
    steps: ['新增项目，或修改名称和别名。', '不再使用的项目停用即可，已填写的仍会显示。'],
  },
  permission: {
    title: '权限',
    about: '谁能看到什么，为什么。',
    steps: [
      '在“为什么能看到”里选两个人，系统逐步说明依据。',
      '在“以其身份查看”里可以看到他人看到的页面，只能看，不能改，每一步都记入日志。',
    ],
  },
  help: {
    title: '帮助',
    about: '每个页面怎么用。',
    steps: ['搜索关键词，或点一个页面。', '在任何页面点右上角的“帮助”，直接看到那一页的说明。'],
  },
  accessibility: {
    title: '无障碍声明',
    about: '本平台按什么标准做到人人可用，检查过什么，还有什么没有做到。',
    steps: ['右上角可以开启长者模式、高对比度和深色。'],
  },
  ...helpOfLaw,
  ...helpOfPaper,
  ...helpOfTeaching,
  'phone-upload': {
    title: '手机上传',
    about: '扫描电脑上表格里的二维码，用手机拍照上传一个文件。',
    steps: ['点“拍照”，或从相册、文件中选择。', '传好后自动出现在电脑的表里。'],
    notes: ['二维码 5 分钟内有效，只能用一次。'],
  },
} as const satisfies Record<PageName, Help>
