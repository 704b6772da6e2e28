import { z } from 'zod'
import { isStorable } from '../../kinds/kind.ts'
import { uuid } from '../envelope.ts'

/** What somebody does in a training project, by code. */
export const teamParts = {
  undertaker: '承办单位',
  headTeacher: '班主任',
  tutor: '辅导教师',
} as const
export type TeamPart = keyof typeof teamParts

const number = (missing: string) => z.int(missing).positive(missing).max(2_147_483_647, missing).nullable()

/** POST /api/v1/train/project/{id}/team: an institution as undertaker, or a teacher with a part. */
export const teamMemberAdded = z
  .strictObject({
    part: z.enum(['undertaker', 'headTeacher', 'tutor'], { error: '请选择承办单位、班主任或辅导教师' }),
    institutionId: number('请选择单位').default(null),
    teacherId: number('请选择教师').default(null),
    /** Empty for all classes. */
    className: z
      .string()
      .trim()
      .max(100, '班级名称不超过 100 字')
      .refine(isStorable, '含有不能保存的字符')
      .default(''),
  })
  .superRefine(({ part, institutionId, teacherId, className }, context) => {
    const fault = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message })
    if (part === 'undertaker') {
      if (institutionId === null) fault('institutionId', '请选择承办单位')
      if (teacherId !== null) fault('teacherId', '承办单位是单位，不选教师')
      if (className !== '') fault('className', '承办单位负责全部班级，不选班级')
    } else {
      if (teacherId === null) fault('teacherId', '请选择教师')
      if (institutionId !== null) fault('institutionId', '班主任和辅导教师是个人，不选单位')
    }
  })

export const teamMember = z.object({
  id: z.string(),
  part: z.enum(['undertaker', 'headTeacher', 'tutor']),
  /** The institution, or the teacher with the own institution beside. */
  name: z.string(),
  institution: z.string(),
  className: z.string(),
})
export type TeamMember = z.infer<typeof teamMember>

export const projectTeam = z.object({
  list: z.array(teamMember),
  /** Classes of the project, for the choice. */
  classes: z.array(z.string()),
})
export type ProjectTeam = z.infer<typeof projectTeam>

export const teamMemberParams = z.object({ id: uuid, member: uuid })
