import { z } from 'zod'
import { readAsIs, type Kind } from './kind.ts'

const positive = z
  .number({ error: '请从列表中选择' })
  .int('请从列表中选择')
  .refine((v) => v > 0 && v <= 2147483647, '请从列表中选择')

const uuid = z
  .string({ error: '请从列表中选择' })
  .regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/, '编号格式不对')

const numbered: Kind<number> = {
  schema: () => positive,
  toText: (v) => String(v),
  fromText: (t) => readAsIs(positive, Number(t)),
  mask: () => '***',
  operators: ['in'],
  good: [{ value: 1 }],
  bad: [{ value: '1' }, { value: 0 }, { value: -3 }, { value: 3e9 }],
}

const identified: Kind<string> = {
  schema: () => uuid,
  toText: (v) => v,
  fromText: (t) => readAsIs(uuid, t.trim()),
  mask: () => '***',
  operators: ['equals'],
  good: [{ value: '0197f1c2-0000-7000-8000-000000000001' }],
  bad: [{ value: 'x' }, { value: 5 }, { value: '0197F1C2-0000-7000-8000-000000000001' }],
}

/** A teacher, by number. Whether that teacher is within the writer's reach is asked by the engine. */
export const teacher: Kind<number> = { ...numbered, names: 'teacher', several: true }

/** An institution, by number. */
export const institution: Kind<number> = {
  ...numbered,
  names: 'institution',
  several: true,
  asked: ['eq', 'in'],
}

/** A chapter or a point of knowledge of the curriculum index (`field.index`), by number. */
export const curriculum: Kind<number> = { ...numbered, json: z.int(), names: 'curriculum', several: true }

/** Another record of the same owner (`field.ref` names its type), by its id. */
export const record: Kind<string> = { ...identified, names: 'record' }

/** An uploaded file that is a value of its own (a photo), by its id. Evidence is no field (attachments). */
export const file: Kind<string> = { ...identified, names: 'file', several: true }
