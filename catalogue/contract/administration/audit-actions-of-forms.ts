/** Actions of the audit about printed forms; part of `actionLabels`. */
export const formActions = {
  'form.printed': '打印表格',
  'officeForm.begun': '新增自制表格',
  'officeForm.changed': '修改自制表格',
  'officeForm.published': '发布自制表格',
  'officeForm.ended': '停用自制表格',
  'form.bundled': '为多人打印表格',
  'form.revoked': '撤销打印的表格',
} as const
