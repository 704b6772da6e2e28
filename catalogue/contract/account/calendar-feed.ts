import { z } from 'zod'

/** GET /api/v1/user/calendarFeed: since when there is an address; null for none. */
export const calendarFeed = z.object({ since: z.string().nullable() })
/** POST: a new address, which no call answers again; an older one ends. */
export const madeCalendarFeed = z.object({ path: z.string() })
