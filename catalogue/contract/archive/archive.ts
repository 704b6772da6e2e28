import { z } from 'zod'
import { states } from '../../flows/review.ts'
import { page, uuid } from '../envelope.ts'
import { fileRef, values } from './records.ts'

const archive = z.enum(['personal', 'professional', 'integrity'])
const level = z.enum(['school', 'area', 'city', 'province']).nullable()
const count = z.number().int()

/**
 * A missing field, or with an empty key a missing section. `link` leads to the page on which the owner fills
 * it in.
 */
const missing = z.object({
  key: z.string(),
  label: z.string(),
  recordId: uuid.nullable(),
  link: z.string().nullable(),
})

const expiry = z.object({
  key: z.string(),
  date: z.string(),
  state: z.enum(['expired', 'soon']),
  days: count,
})

/** Who verified which fields and when they took effect; of types without review, who recorded them. */
const verification = z.object({
  keys: z.array(z.string()),
  by: z.string(),
  office: z.string(),
  at: z.string(),
})

/** A proposed value that is under way beside the effective one. */
const pendingPart = z.object({
  state: z.enum(states),
  level,
  holder: z.string().nullable(),
  values,
  attachments: z.array(fileRef),
  changed: z.array(z.string()),
  reasons: z.array(z.object({ key: z.string(), reason: z.string() })),
  reason: z.string().nullable(),
  decidedBy: z.string().nullable(),
  decidedAt: z.string().nullable(),
  submittedAt: z.string().nullable(),
  waitingDays: count.nullable(),
})

/** One record within the document. `link`: where its owner works on it, null for other readers. */
const archiveRecord = z.object({
  id: uuid,
  summary: z.string(),
  values: values.nullable(),
  /** Fields shown in part, which may be asked for in full with a reason; of today's values only. */
  masked: z.array(z.string()),
  attachments: z.array(fileRef),
  appliedAt: z.string().nullable(),
  verified: z.array(verification),
  expiring: z.array(expiry),
  pending: pendingPart.nullable(),
  link: z.string().nullable(),
  /** In force, and not yet confirmed by the office above the school that registered it. */
  unconfirmed: z.literal(true).optional(),
})
export type ArchiveRecord = z.infer<typeof archiveRecord>

/** One record type of the archive. `percent` is null where no teacher is expected to have one. */
const sectionHead = z.object({
  type: z.string(),
  title: z.string(),
  archive,
  count,
  pending: count,
  returned: count,
  percent: count.nullable(),
  missing: z.array(missing),
})
const archiveSection = sectionHead.extend({ records: z.array(archiveRecord) })
export type ArchiveSection = z.infer<typeof archiveSection>

/**
 * Who the archive is about; what is counted in months is counted to the day of the document. Codes as in the
 * basic information.
 */
export const archiveHead = z.object({
  teacherId: count,
  name: z.string(),
  institution: z.string(),
  photo: uuid.nullable(),
  /** Words with their labels, in order, empty ones left out: 任教 高中语文, 教龄 8 年 3 个月 … */
  facts: z.array(z.object({ label: z.string(), text: z.string() })),
})
export type ArchiveHead = z.infer<typeof archiveHead>

/**
 * GET /api/v1/archive/{teacherId}: everything, as it is now (`date` null) or as it stood at the end of a day.
 */
export const archiveDocument = z.object({
  /**
   * Last day a guest may see (a school of a posting, or of before); absent for whoever reads the whole
   * archive.
   */
  until: z.string().optional(),
  date: z.string().nullable(),
  head: archiveHead,
  percent: count,
  sections: z.array(archiveSection),
})
export type ArchiveDocument = z.infer<typeof archiveDocument>

/** A record that waits or came back, as one line. */
const underWay = z.object({
  type: z.string(),
  title: z.string(),
  recordId: uuid,
  summary: z.string(),
  state: z.enum(states),
  level,
  holder: z.string().nullable(),
  waitingDays: count.nullable(),
  reason: z.string(),
  link: z.string().nullable(),
})

/** GET /api/v1/archive/overview: how full the archive is and what is under way (endpoints.json). */
export const archiveOverview = z.object({
  head: archiveHead,
  completeness: count,
  items: z.array(sectionHead.extend({ link: z.string().nullable() })),
  underWay: z.array(underWay),
  expiring: z.array(
    expiry.extend({
      type: z.string(),
      title: z.string(),
      label: z.string(),
      recordId: uuid,
      summary: z.string(),
      link: z.string().nullable(),
    }),
  ),
})
export type ArchiveOverview = z.infer<typeof archiveOverview>

const compared = z.object({ id: uuid, summary: z.string(), values })
const change = z.object({ key: z.string(), from: z.unknown(), to: z.unknown() })

/**
 * GET /api/v1/archive/{teacherId}/compare: what came, changed and went between the ends of two days; sections
 * without any are left out.
 */
export const archiveComparison = z.object({
  from: z.string(),
  to: z.string(),
  sections: z.array(
    z.object({
      type: z.string(),
      title: z.string(),
      archive,
      added: z.array(compared),
      changed: z.array(
        z.object({
          id: uuid,
          summary: z.string(),
          fields: z.array(change),
          files: z.object({ from: count, to: count }).nullable(),
        }),
      ),
      ended: z.array(compared),
    }),
  ),
})
export type ArchiveComparison = z.infer<typeof archiveComparison>

/** One line of the archive's timeline. */
const archiveEvent = z.object({
  id: uuid,
  at: z.string(),
  action: z.string(),
  level,
  operator: z.string(),
  office: z.string(),
  onBehalfOf: z.string().nullable(),
  reason: z.string().nullable(),
  fields: z.array(z.object({ key: z.string(), reason: z.string() })),
  type: z.string(),
  title: z.string(),
  recordId: uuid,
  summary: z.string(),
  /** Keys the revision changed. */
  changed: z.array(z.string()),
})
export const archiveEventPage = page(archiveEvent)
export type ArchiveEvent = z.infer<typeof archiveEvent>

/**
 * One file with the record it belongs to; `field` is `attachments` or the key of a field that is a file
 * itself.
 */
const archiveFile = z.object({
  file: fileRef,
  type: z.string(),
  title: z.string(),
  archive,
  recordId: uuid,
  summary: z.string(),
  field: z.string(),
  /** Of a proposed value that is not effective yet. */
  proposed: z.boolean(),
})
export const archiveFiles = z.object({ list: z.array(archiveFile) })
export type ArchiveFile = z.infer<typeof archiveFile>

/** GET /api/v1/archives: teachers in the caller's scope, by name. */
const archiveLine = z.object({
  teacherId: count,
  name: z.string(),
  institution: z.string(),
  /** Stage and subject in words. */
  note: z.string(),
  percent: count,
  missing: count,
  pending: count,
  returned: count,
})
export const archivePage = page(archiveLine)
/**
 * GET /api/v1/archive/{teacherId}/neighbours: null where the list does not show the teacher, or figures
 * beyond 10 000.
 */
const neighbour = z.object({ teacherId: count, name: z.string() }).nullable()
export const archiveNeighbours = z.object({
  place: count.nullable(),
  total: count.nullable(),
  previous: neighbour,
  next: neighbour,
})
export type ArchiveNeighbours = z.infer<typeof archiveNeighbours>
export type ArchiveLine = z.infer<typeof archiveLine>

/** GET /api/userdanan/teacherdetail (fixed call): effective values by type, masked for the reader. */
export const teacherDetail = z.object({
  basic: values,
  records: z.record(z.string(), z.array(values.and(z.object({ id: uuid })))),
  completeness: count,
})
export type TeacherDetail = z.infer<typeof teacherDetail>
