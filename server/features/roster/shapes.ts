import { z } from 'zod'

/** Resources in the words of OneRoster 1.2 (1EdTech, "Rostering Service"): what of them this portal has. */
const reference = z.object({ href: z.string(), sourcedId: z.string(), type: z.string() })
const base = {
  sourcedId: z.string(),
  status: z.enum(['active', 'tobedeleted']),
  dateLastModified: z.string(),
}

export const org = z.object({
  ...base,
  name: z.string(),
  type: z.enum(['department', 'school', 'district', 'local', 'state']),
  identifier: z.string(),
  parent: reference.optional(),
})
export type Org = z.infer<typeof org>

export const academicSession = z.object({
  ...base,
  title: z.string(),
  startDate: z.string(),
  endDate: z.string(),
  type: z.enum(['schoolYear', 'semester']),
  parent: reference.optional(),
  schoolYear: z.string(),
})
export type AcademicSession = z.infer<typeof academicSession>

/** A teacher. Somebody who left has number, status and time only: nothing else is told any more. */
export const rosterUser = z.object({
  ...base,
  enabledUser: z.enum(['true', 'false']),
  givenName: z.string().optional(),
  familyName: z.string().optional(),
  roles: z
    .array(z.object({ roleType: z.literal('primary'), role: z.literal('teacher'), org: reference }))
    .optional(),
  email: z.string().optional(),
  phone: z.string().optional(),
  metadata: z.record(z.string(), z.string()).optional(),
})
export type RosterUser = z.infer<typeof rosterUser>

export const root = '/ims/oneroster/rostering/v1p2'
export const orgReference = (id: number) => ({
  href: `${root}/orgs/org-${id}`,
  sourcedId: `org-${id}`,
  type: 'org',
})
