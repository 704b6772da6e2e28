import { availableParallelism } from 'node:os'
import { z } from 'zod'
import { integer, isOrigin, isPostgresUrl, noSpaces, text, webAddress } from './variable.ts'

/** Replicas, a scanner, how long things are kept, and how the portal is seen from outside while it runs. */
export type RunningConfig = Readonly<{
  /** Streaming replicas of `databaseUrl`, which answer reads that may be two seconds old. */
  databaseReplicaUrls: readonly string[]
  /** Months for which the audit stays in the database; older months are archived in DATA_DIR and removed. */
  auditKeptMonths: number
  messagesKeptDays: number
  /** Days after which a session that ended is forgotten. */
  sessionsKeptDays: number
  /** Days for which events that every consumer heard of, and keys of repeated requests, are kept. */
  eventsKeptDays: number
  /** Whether each answer is a line of the log. */
  accessLog: boolean
  /** Milliseconds from which a statement is logged as slow. */
  slowStatementMs: number
  /** Address of a collector of traces (OTLP over HTTP), and the name the portal has there. */
  tracesTo: string | undefined
  tracedAs: string
  /**
   * A scanner for viruses that speaks clamd's protocol: host:port or the path of a socket; undefined for
   * none.
   */
  clamdAddress: string | undefined
  /** Origin of the cache that hands recordings out, without a trailing slash; undefined where the portal does. */
  mediaUrl: string | undefined
  /** Mbit/s of recordings that this process hands out before new viewers are asked to wait. */
  mediaMbit: number
}>

/** Their variables. */
export const runningVariables = {
  PROCESSES: text(
    'PROCESSES 应为 1 到 64 之间的整数，或 auto（每个处理器核心一个进程）。',
    (v) => v === 'auto' || (/^\d{1,2}$/.test(v) && Number(v) >= 1 && Number(v) <= 64),
  ).default('1'),
  DATABASE_REPLICA_URLS: text(
    'DATABASE_REPLICA_URLS 应为只读副本的地址，形如 postgres://主机:5432/数据库名，几个之间用逗号隔开。',
    (v) => v.split(',').every((one) => isPostgresUrl(one.trim())),
  ).optional(),
  AUDIT_KEPT_MONTHS: integer(
    'AUDIT_KEPT_MONTHS 应为 36 到 1200 之间的整数（月）：日志至少保留三年。',
    36,
    1200,
  ).default(60),
  MESSAGES_KEPT_DAYS: integer('MESSAGES_KEPT_DAYS 应为 180 到 3650 之间的整数（天）。', 180, 3650).default(
    730,
  ),
  SESSIONS_KEPT_DAYS: integer('SESSIONS_KEPT_DAYS 应为 30 到 3650 之间的整数（天）。', 30, 3650).default(180),
  EVENTS_KEPT_DAYS: integer('EVENTS_KEPT_DAYS 应为 7 到 365 之间的整数（天）。', 7, 365).default(30),
  ACCESS_LOG: z.enum(['on', 'off'], 'ACCESS_LOG 只能是 on 或 off。').optional(),
  SLOW_STATEMENT_MS: integer('SLOW_STATEMENT_MS 应为 50 到 60000 之间的整数（毫秒）。', 50, 60_000).default(
    1_000,
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress('OTEL_EXPORTER_OTLP_ENDPOINT').optional(),
  OTEL_SERVICE_NAME: noSpaces('OTEL_SERVICE_NAME'),
  CLAMD_ADDRESS: text('CLAMD_ADDRESS 应为 clamd 的 主机:端口，或套接字的绝对路径。', (v) =>
    /^\/\S+$|^[^\s/]+:\d{1,5}$/.test(v),
  ).optional(),
  MEDIA_URL: text(
    'MEDIA_URL 应为录像缓存的地址，不含路径，例如 https://media.example.cn。',
    isOrigin,
  ).optional(),
  MEDIA_MBIT: integer('MEDIA_MBIT 应为 1 到 1000000 之间的整数（Mbit/s）。', 1, 1_000_000).default(800),
}

/** How many processes one start runs, of the variable PROCESSES. */
export const processCount = (asked: string): number =>
  asked === 'auto' ? availableParallelism() : Number(asked)

/** @param mode NODE_ENV: in production each answer is a line of the log unless that is switched off */
export const runningOf = (
  values: z.infer<z.ZodObject<typeof runningVariables>>,
  mode: string,
): RunningConfig => ({
  databaseReplicaUrls: values.DATABASE_REPLICA_URLS?.split(',').map((one) => one.trim()) ?? [],
  auditKeptMonths: values.AUDIT_KEPT_MONTHS,
  messagesKeptDays: values.MESSAGES_KEPT_DAYS,
  sessionsKeptDays: values.SESSIONS_KEPT_DAYS,
  eventsKeptDays: values.EVENTS_KEPT_DAYS,
  accessLog: (values.ACCESS_LOG ?? (mode === 'production' ? 'on' : 'off')) === 'on',
  slowStatementMs: values.SLOW_STATEMENT_MS,
  tracesTo: values.OTEL_EXPORTER_OTLP_ENDPOINT,
  tracedAs: values.OTEL_SERVICE_NAME ?? 'xingtan',
  clamdAddress: values.CLAMD_ADDRESS,
  mediaUrl: values.MEDIA_URL?.replace(/\/$/, ''),
  mediaMbit: values.MEDIA_MBIT / processCount(values.PROCESSES),
})
