import { idCard, integer, personName } from '../define.ts'
import { column, idCardTwins } from './column.ts'
import type { ImportCheck, ImportColumn } from './define.ts'

/** The columns that say which teacher a row is about: by the number of the archive or of the document. */
export const holderColumns: readonly ImportColumn[] = [
  column('archiveNo', integer('档案号', { min: 1, max: 2_147_483_647 }), {
    note: '本平台导出的文件里有；填了可以不填证件号',
  }),
  column('idCardNo', idCard('证件号', { masked: true }), {
    twins: [...idCardTwins.filter((head) => head !== '证件号'), '身份证件号'],
    required: 'conditional',
    note: '教师的身份证件号，设为文本格式；没有档案号时必填',
    example: '449999198503120010',
  }),
  column('name', personName('姓名'), {
    twins: ['教师姓名', '教职工姓名'],
    note: '填了须与证件号的持有人一致',
    example: '陈某某',
  }),
]

/** One of both numbers is there. */
export const holderNamed: ImportCheck = {
  holds: (row) => (row['idCardNo'] ?? null) !== null || (row['archiveNo'] ?? null) !== null,
  message: '请填写证件号',
  column: 'idCardNo',
  code: 'E101',
}
