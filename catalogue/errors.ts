/**
 * One kind of failure: HTTP status, business code (endpoints.json, conventions) and the sentence a person
 * reads.
 */
export interface ErrorKind {
  readonly status: number
  readonly code: number
  readonly sentence: string
  /** Whether it is logged as an error, for the operators to look at. */
  readonly report?: true
}

/** Every failure the API answers with. 401 and 22018 mean a dead session and nothing else. */
export const errors = {
  sessionDead: { status: 401, code: 22018, sentence: '登录过期，请重新登录...' },
  badCredentials: { status: 400, code: 22001, sentence: '账号或密码错误' },
  accountLocked: { status: 400, code: 22002, sentence: '账号已停用或锁定，请稍后再试或联系管理员' },
  captchaNeeded: { status: 400, code: 22003, sentence: '请填写验证码' },
  captchaWrong: { status: 400, code: 22004, sentence: '验证码不对或已过期，请填写新的验证码' },
  wrongCode: { status: 400, code: 22010, sentence: '验证码不对或已过期，请重新获取' },
  weakPassword: { status: 400, code: 22011, sentence: '密码强度不足' },
  codeTooOften: { status: 429, code: 22012, sentence: '验证码发送过于频繁，请稍后再试' },
  wrongPassword: { status: 400, code: 22020, sentence: '原密码不对' },
  invalid: { status: 400, code: 40001, sentence: '填写有误，请按提示修改' },
  malformed: { status: 400, code: 40002, sentence: '请求的格式不对' },
  tooWide: {
    status: 400,
    code: 40003,
    sentence: '搜索的范围太大，请先选定市、县（区）或学校，或者写得更具体',
  },
  forbidden: { status: 403, code: 40301, sentence: '您没有办理该事项的权限' },
  passwordFirst: { status: 403, code: 40302, sentence: '请先修改密码' },
  confirmFirst: { status: 403, code: 40303, sentence: '这一步要再确认一次您的身份' },
  viewOnly: { status: 403, code: 40305, sentence: '正在以他人的身份查看，只能看，不能办理' },
  viewOver: { status: 403, code: 40304, sentence: '以他人的身份查看已到时间，请结束查看' },
  missing: { status: 404, code: 40401, sentence: '没有找到，或不在您的范围内' },
  stale: { status: 409, code: 40901, sentence: '该记录刚被他人修改，请刷新后重试' },
  wrongState: { status: 409, code: 40902, sentence: '该记录当前状态不允许此操作' },
  duplicate: { status: 409, code: 40903, sentence: '已有相同的记录' },
  keyReused: { status: 422, code: 42201, sentence: '同一个提交编号用在了不同的内容上，请重新打开表单' },
  tooLarge: { status: 413, code: 41301, sentence: '文件或内容过大' },
  fileType: { status: 400, code: 41501, sentence: '这种文件不能上传' },
  mediaType: { status: 415, code: 41502, sentence: '请求的内容类型不对' },
  protocol: { status: 412, code: 41201, sentence: '续传协议的版本不对，本平台用 tus 1.0.0' },
  checksum: { status: 460, code: 46001, sentence: '这一段在路上坏了，请重传这一段' },
  tooOften: { status: 429, code: 42901, sentence: '操作太频繁，请稍后再试' },
  noHolder: { status: 409, code: 40904, sentence: '上级没有可以审核的账号，请联系系统管理员指定审核机构' },
  noSpace: {
    status: 507,
    code: 50701,
    sentence: '服务器的磁盘空间不足，文件没有保存，请联系系统管理员',
    report: true,
  },
  quotaFull: { status: 507, code: 50702, sentence: '文件空间已满，请联系上级调高' },
  internal: { status: 500, code: 50001, sentence: '系统繁忙，请稍后重试', report: true },
  unavailable: { status: 503, code: 50301, sentence: '系统正在维护，请稍后重试', report: true },
} as const satisfies Record<string, ErrorKind>

export type ErrorCode = keyof typeof errors

/** A fault of one field, by its key; `attachments` for the evidence. */
export interface FieldFault {
  readonly field: string
  readonly message: string
}

/** What an answer says beside the kind of failure. */
export interface ErrorFacts {
  readonly message?: string
  readonly errors?: readonly FieldFault[]
  readonly retryAfter?: number
}

/**
 * The only error class that reaches an answer as it is. Anything else that is thrown is a programming error
 * and is answered as `internal`.
 */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly facts: ErrorFacts
  constructor(code: ErrorCode, facts: ErrorFacts = {}) {
    super(facts.message ?? errors[code].sentence)
    this.code = code
    this.facts = facts
  }
}

/** Refuses one field of what was sent; the sentence is the answer's and the field's. Throw it. */
export const invalid = (field: string, message: string): AppError =>
  new AppError('invalid', { errors: [{ field, message }], message })

/** Refuses several fields, at least one; the answer's sentence is that of the first. Throw it. */
export const invalidFields = (faults: readonly FieldFault[]): AppError =>
  new AppError('invalid', { errors: faults, message: faults[0]?.message ?? errors.invalid.sentence })
