import type { Role } from '../access/roles.ts'
import type { Field } from '../field.ts'
import type { Row } from '../rules/judge.ts'

/** A column of a workbook that is imported (import-templates.md, section 2). */
export interface ImportColumn {
  /** Names the column in the hidden second row of the template and in every call. */
  readonly key: string
  readonly head: string
  /**
   * Other heads under which people keep this column: 身份证号 for 身份证件号. No two columns of a kind share
   * one.
   */
  readonly twins?: readonly string[]
  /** Kind, choices and text form; `masked` says whose values stay out of answers. */
  readonly field: Field
  /** `conditional`: the rules of the record say when. */
  readonly required: 'yes' | 'no' | 'conditional'
  readonly note?: string
  readonly example?: string
  /** Words of another system and the label that each stands for; read before the labels are. */
  readonly words?: Readonly<Record<string, string>>
  /** The value of an empty cell. */
  readonly otherwise?: string | boolean
  /**
   * The column from which the value of an empty cell follows: where that one is at fault, this one is not
   * asked.
   */
  readonly follows?: string
  /** The column whose value narrows the choices of this one. */
  readonly dependsOn?: string
}

/** What is known of a row beside its cells. */
export interface RowPlace {
  /** Name of the institution that the row belongs to. */
  readonly institution: string
}

/** A record that a row writes. */
export interface ImportPart {
  readonly type: string
  /** Key of the record's field → key of the column. */
  readonly fields: Readonly<Record<string, string>>
  /** Values that no column says and that follow from the others. */
  readonly more?: (row: Row, place: RowPlace) => Row
  /** Whether the row writes this record at all. */
  readonly when?: (row: Row) => boolean
  /**
   * Fields by which the owner's record is found that the row speaks of; without any it is the owner's only
   * one. An empty field of what is there does not stand in the way.
   */
  readonly match: readonly string[]
  /** A field that is empty while the record lasts: only such records are looked at. */
  readonly lasting?: string
}

/** A rule between the columns of a row. */
export interface ImportCheck {
  readonly holds: (row: Row, context: { readonly today: string }) => boolean
  readonly message: string | ((row: Row) => string)
  /** The column at fault. */
  readonly column: string
  /** Other columns that it looks at: while one of them is at fault, the rule is not asked. */
  readonly besides?: readonly string[]
  readonly level?: 'warning'
  /** E105 unless it is said. */
  readonly code?: `E${number}`
}

/**
 * Whom the rows are about. `teachers`: people, new ones among them. `teacher`, `institution`: an owner that
 * exists. The others are written by the feature that keeps them.
 */
export type ImportSubject =
  | 'teachers'
  | 'teacher'
  | 'institution'
  | 'institutions'
  | 'accounts'
  | 'outsideAccounts'
  | 'enrolments'

/** The columns from which a person is made, where a row may be about somebody new. */
export interface ImportedPerson {
  readonly name: string
  readonly idNo: string
  readonly mobile: string
  /** The month from which the personnel relation counts. */
  readonly entry: string
  /** Code of dictionary employmentStatus. */
  readonly status: string
  readonly stage: string
  readonly subject: string
}

/** The columns that say whose a row is. */
export interface ImportedOwner {
  /** The identity number of a teacher. */
  readonly idNo?: string
  /**
   * The number of an archive, which is no secret and stands for the identity number in files that the portal
   * wrote.
   */
  readonly archiveNo?: string
  /** What the teacher is called, to compare. */
  readonly name?: string
  readonly orgCode?: string
  readonly orgName?: string
}

/** A column whose filled value stands in one row of a file only. */
export interface UnlikeColumn {
  readonly column: string
  /** The column within whose value that holds: a number of a school's staff is the school's own. */
  readonly within?: string
  /** Two rows may have the value, which is then worth a look. */
  readonly level?: 'warning'
}

/** What can be imported: one kind of workbook. Columns, template, check and writing follow from it. */
export interface ImportDefinition {
  readonly name: string
  readonly title: string
  /** What one row is, with its measure word, for sentences: 位教师, 条记录. */
  readonly noun: string
  /** Raised whenever a column changes. */
  readonly version: string
  readonly sheet: string
  readonly subject: ImportSubject
  readonly roles: readonly Role[]
  readonly columns: readonly ImportColumn[]
  /** Keys of the columns that find what exists; no two rows of a file share them. */
  readonly by: readonly string[]
  /** Columns whose filled values no two rows of a file share. */
  readonly unlike?: readonly UnlikeColumn[]
  readonly owner: ImportedOwner
  readonly person?: ImportedPerson
  /** Columns by which later rows of the same file name a row. */
  readonly namedBy?: readonly string[]
  readonly parts: readonly ImportPart[]
  readonly checks?: readonly ImportCheck[]
  /** Fills empty values that follow from others of the row, before anything is asked of it. */
  readonly complete?: (row: Row) => Row
}
