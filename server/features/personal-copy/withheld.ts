import type { WithheldContent } from '../../../catalogue/contract/account/personal-copy.ts'

/** Why a copy leaves something out. */
interface WithheldPart extends WithheldContent {
  /** Tables of the database that name the person, and of which nothing is copied for this reason. */
  readonly tables: readonly string[]
}

/**
 * What a copy does not hold. Each table that names persons stands here or in a table of the copy; a test
 * compares both with the list that joining two archives goes by.
 */
export const withheldParts: readonly WithheldPart[] = [
  {
    what: '审核人、查阅人的姓名',
    why: '属于他人的个人信息，只写单位和角色；查阅人可以在“谁看过我的档案”中看到',
    tables: [],
  },
  {
    what: '专家评审的打分和意见，命题、阅卷和盲评材料',
    why: '公开会影响评审和考试的公正',
    tables: ['review_expert', 'review_task', 'paper_person', 'question_basket'],
  },
  {
    what: '他人提出的异议、举报，对他人的评课和举报，可能是同一人的档案',
    why: '涉及他人的个人信息',
    tables: [
      'observation_sheet',
      'observation_remark',
      'comment_report',
      'apart',
      'live_mute',
      'live_listed',
    ],
  },
  {
    what: '学校和教育局岗位收到的消息、经办的事项',
    why: '属于单位的公务，涉及他人的个人信息',
    tables: [
      'campaign_lead',
      'training_team',
      'support_need',
      'support_entry',
      'prep_member',
      'training_day_person',
      'roster_subject',
      'former_person',
    ],
  },
  {
    what: '密码、恢复码、验证码和登录凭证',
    why: '为了账号安全',
    tables: ['recovery_code', 'password_history', 'mobile_code', 'sign_on_ticket', 'presence_pass'],
  },
  {
    what: '由以上内容计算得出的统计、检查结果和系统运行记录',
    why: '不含其他个人信息，可由已列入的内容得到',
    tables: [
      'after_run',
      'after_told',
      'after_todo',
      'after_draft',
      'ledger_account',
      'ledger_balance',
      'hour_share',
      'late_hours',
      'watch_clock',
      'watch_state',
      'watch_cut',
      'watch_answer',
      'person_fact',
      'fact_year',
      'fact_year_due',
      'figure_row',
      'movement',
      'teacher_journal',
      'quality_finding',
      'quality_check',
      'reminder',
      'idempotency',
      'record_passed',
      'revision_look',
      'prep_writer',
      'coauthor_record',
      'outbox',
      'message_choice',
      'message_pace',
      'tour_seen',
      'teacher',
      'personal_copy',
      'archive_package',
    ],
  },
  {
    what: '其他单位在档案中增加、本单位没有的栏目',
    why: '栏目的说明和范围由该单位规定，请向该单位索取',
    tables: [],
  },
]

/** The same as the reader of a copy sees it. */
export const withheld: readonly WithheldContent[] = withheldParts.map(({ what, why }) => ({ what, why }))

/** Tables that the archive and the readings of a copy tell. */
export const toldElsewhere: readonly string[] = ['revision', 'revision_event', 'file_use', 'export_person']
