/** Word and colour of an action; an unknown action is shown as 办理. */
const acts: Readonly<Record<string, readonly [word: string, tone: string]>> = {
  create: ['新增', 'quiet'],
  amend: ['修改', 'quiet'],
  delete: ['删除', 'quiet'],
  submit: ['提交审核', 'quiet'],
  withdraw: ['撤回', 'quiet'],
  approve: ['审核通过', 'pass'],
  forward: ['通过，上报', 'pass'],
  return: ['退回修改', 'wrong'],
  reject: ['不通过', 'wrong'],
  appeal: ['申诉', 'wait'],
  void: ['作废', 'quiet'],
  undo: ['撤销通过', 'wait'],
  urge: ['催办', 'wait'],
  remark: ['留言', 'quiet'],
  restore: ['恢复为原来的值', 'quiet'],
}

/** What an event of a record is called, and its colour. */
export function actWord(action: string): readonly [word: string, tone: string] {
  return acts[action] ?? ['办理', 'quiet']
}
