import type { LogIntegrity } from '../../../../catalogue/contract/administration/audit-log.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { Sample, Watch } from '../../../platform/metrics/metrics.ts'
import {
  backupsNow,
  consumersNow,
  failedToday,
  jobsNow,
  requestsOpen,
  signInsToday,
  storageNow,
  waitingToSend,
} from './readings.ts'

const none = { labels: [] as const }

/**
 * The gauges of what the administrator's home shows: the same readings, so that a board and the page agree.
 */
const gauges = {
  xingtan_outbox_waiting_events: { help: 'Events that wait for a consumer.', labels: ['consumer'] },
  xingtan_outbox_lag_seconds: {
    help: 'Age of the oldest event that waits for a consumer.',
    labels: ['consumer'],
  },
  xingtan_job_late: { help: '1 where a kept job has not begun in time.', labels: ['job'] },
  xingtan_job_done_timestamp_seconds: { help: 'When a kept job was last done.', labels: ['job'] },
  xingtan_deliveries_waiting: { help: 'Mails and short messages on their way out.', labels: ['channel'] },
  xingtan_deliveries_failed_today: {
    help: 'Mails and short messages that failed today.',
    labels: ['channel'],
  },
  xingtan_sign_ins_today: { help: 'Sign-ins of today, by what became of them.', labels: ['result'] },
  xingtan_disk_used_bytes: { help: 'Used of the disk under DATA_DIR.', ...none },
  xingtan_disk_total_bytes: { help: 'Size of the disk under DATA_DIR.', ...none },
  xingtan_database_bytes: { help: 'Size of the database.', ...none },
  xingtan_audit_unsealed_lines: { help: 'Lines of the audit that are not sealed yet.', ...none },
  xingtan_audit_sealed_timestamp_seconds: { help: 'When the audit was last sealed.', ...none },
  xingtan_audit_faults: { help: 'Faults that the last check of the audit found.', ...none },
  xingtan_backup_made_timestamp_seconds: {
    help: 'When a backup was last made; absent where none was.',
    ...none,
  },
  xingtan_backup_verified_timestamp_seconds: {
    help: 'When a backup was last restored into an empty place for a trial; absent where none was.',
    ...none,
  },
  xingtan_backup_failed: { help: '1 where the newest backup went wrong or was broken off.', ...none },
  xingtan_account_requests_open: {
    help: 'Roles that were asked for and wait for a second administrator.',
    ...none,
  },
} as const

const seconds = (at: string | Date | null): number | null =>
  at === null ? null : new Date(at).getTime() / 1000

/** Gauges of the portal as a whole; every process answers the same. */
export function watchOf({
  db,
  folder,
  integrity,
}: {
  readonly db: Database
  readonly folder: string
  readonly integrity: () => Promise<LogIntegrity>
}): Watch {
  const read = async (): Promise<Sample[]> => {
    const [consumers, jobs, sending, mail, sms, signIns, storage, audit, requests, backup] =
      await Promise.all([
        consumersNow(db),
        jobsNow(db),
        waitingToSend(db),
        failedToday(db, 'mail.failed'),
        failedToday(db, 'sms.failed'),
        signInsToday(db),
        storageNow(db, folder),
        integrity(),
        requestsOpen(db),
        backupsNow(db),
      ])
    const one = (gauge: keyof typeof gauges, value: number | null, labels: Sample['labels'] = {}): Sample[] =>
      value === null ? [] : [{ gauge, labels, value }]
    const { succeeded, failed, locked } = signIns
    return [
      ...consumers.flatMap(({ name: consumer, waiting, lagSeconds }) => [
        ...one('xingtan_outbox_waiting_events', waiting, { consumer }),
        ...one('xingtan_outbox_lag_seconds', lagSeconds, { consumer }),
      ]),
      ...jobs.flatMap(({ name: job, state, doneAt }) => [
        ...one('xingtan_job_late', state === 'late' ? 1 : 0, { job }),
        ...one('xingtan_job_done_timestamp_seconds', seconds(doneAt), { job }),
      ]),
      ...Object.entries({ mail, sms }).flatMap(([channel, count]) => [
        ...one('xingtan_deliveries_waiting', sending[channel] ?? 0, { channel }),
        ...one('xingtan_deliveries_failed_today', count, { channel }),
      ]),
      ...Object.entries({ succeeded, failed, locked }).flatMap(([result, count]) =>
        one('xingtan_sign_ins_today', count, { result }),
      ),
      ...one('xingtan_disk_used_bytes', storage.diskUsed),
      ...one('xingtan_disk_total_bytes', storage.diskTotal),
      ...one('xingtan_database_bytes', storage.database),
      ...one('xingtan_audit_unsealed_lines', audit.pending),
      ...one('xingtan_audit_sealed_timestamp_seconds', seconds(audit.sealed?.at ?? null)),
      ...one('xingtan_audit_faults', audit.checked?.faults ?? 0),
      ...one('xingtan_backup_made_timestamp_seconds', seconds(backup?.at ?? null)),
      ...one('xingtan_backup_verified_timestamp_seconds', seconds(backup?.verifiedAt ?? null)),
      ...one('xingtan_backup_failed', backup?.failed ? 1 : 0),
      ...one('xingtan_account_requests_open', requests.waiting),
    ]
  }
  return { gauges, read }
}
