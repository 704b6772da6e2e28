import type { Faults } from '../../platform/api/use-act.ts'
import { TextBox } from '../../ui/forms/text-box.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { DayField } from './day-field.tsx'

/** What a task is called, what it asks and until when, as it is typed. */
export interface TaskWords {
  readonly title: string
  readonly note: string
  readonly dueOn: string
}
export const wordFields = ['title', 'note', 'dueOn'] as const

/** What is sent of the words of a task. */
export const sentWords = ({ title, note, dueOn }: TaskWords): TaskWords => ({
  title: title.trim(),
  note: note.trim(),
  dueOn,
})

/** The fields of a task that a new one and a changed one share. */
export function TaskFields({
  words,
  faults,
  onChange,
}: {
  words: TaskWords
  faults: Faults
  onChange: (part: Partial<TaskWords>) => void
}) {
  return (
    <>
      <TextField
        label="任务名称"
        value={words.title}
        maxLength={60}
        fault={faults['title']}
        onChange={(title) => onChange({ title })}
      />
      <TextBox label="要求" rows={3} most={500} value={words.note} onChange={(note) => onChange({ note })} />
      <DayField
        label="期限"
        value={words.dueOn}
        fault={faults['dueOn']}
        onChange={(dueOn) => onChange({ dueOn })}
      />
    </>
  )
}
