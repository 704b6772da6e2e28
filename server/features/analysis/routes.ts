import {
  analysis,
  analysisQuery,
  countedPersons,
  personsQuery,
  recordFigures,
  recordsBehind,
  recordsBehindQuery,
  recordsAsked,
  recordsQuery,
  panel,
  reportAsked,
  trendQuery,
} from '../../../catalogue/contract/analysis/figures.ts'
import type { ActorOn } from '../../engine/access/index.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { personsOf } from './persons.ts'
import { recordsBehindCell } from './records-behind.ts'
import { recordFiguresOf } from './records.ts'
import { readers, type StatisticsNeeds } from './reading.ts'
import { analysisOf } from './report.ts'
import { trendOf } from './trend.ts'

const tag = '数据分析'

/** The pages of statistics and the lists behind their figures, each in the reader's scope. */
export function analysisRoutes(server: Server, reading: StatisticsNeeds, actorOn: ActorOn): void {
  register(server, {
    method: 'GET',
    url: '/api/v1/analysis/:report',
    access: readers,
    tag,
    tokenScope: 'figures',
    summary: '统计页面：一个单位、一个时点、一种口径的各项指标',
    params: reportAsked,
    query: analysisQuery,
    answer: analysis,
    perMinute: 120,
    handle: ({ params, query }, request) => analysisOf(reading, actorOn(request), params.report, query),
  })
  register(server, {
    method: 'GET',
    url: '/api/v1/analysis/:report/persons',
    access: readers,
    tag,
    summary: '一个数字背后的名单：人数与数字相等',
    params: reportAsked,
    query: personsQuery,
    answer: countedPersons,
    handle: ({ params, query }, request) => personsOf(reading, actorOn(request), params.report, query),
  })
  register(server, {
    method: 'GET',
    url: '/api/v1/analysis/:report/trend',
    access: readers,
    tag,
    tokenScope: 'figures',
    summary: '一项指标在历年定格日和统计时点的数字，画成线；可以与另一个单位相比',
    params: reportAsked,
    query: trendQuery,
    answer: panel,
    perMinute: 30,
    handle: ({ params, query }, request) => trendOf(reading, actorOn(request), params.report, query),
  })
  recordRoutesOf(server, reading, actorOn)
}

/** Records by the dimensions that their types declare. */
function recordRoutesOf(server: Server, reading: StatisticsNeeds, actorOn: ActorOn): void {
  register(server, {
    method: 'GET',
    url: '/api/v1/analysis/records/:type',
    mayLag: true,
    access: readers,
    tag,
    summary: '一类档案记录按声明的维度统计：记录数与人数',
    params: recordsAsked,
    query: recordsQuery,
    answer: recordFigures,
    perMinute: 60,
    handle: ({ params, query }, request) => recordFiguresOf(reading, actorOn(request), params.type, query),
  })
  register(server, {
    method: 'GET',
    url: '/api/v1/analysis/records/:type/list',
    mayLag: true,
    access: readers,
    tag,
    summary: '一个数字背后的记录或所属的人：条数与数字相等',
    params: recordsAsked,
    query: recordsBehindQuery,
    answer: recordsBehind,
    handle: ({ params, query }, request) => recordsBehindCell(reading, actorOn(request), params.type, query),
  })
}
