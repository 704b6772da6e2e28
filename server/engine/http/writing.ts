import { z } from 'zod'
import {
  actionBody,
  actionResult,
  batchBody,
  batchResult,
  previewView,
  writeResult,
} from '../../../catalogue/contract/archive/records.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { parsed } from '../../platform/http/body.ts'
import { act, actions, batch, preview } from '../flows/index.ts'
import { createRecord, deleteRecord, editRecord } from '../records/index.ts'
import { flat, type RecordRoute } from './record-call.ts'

export const createRoute: RecordRoute = {
  method: 'POST',
  path: '/:type',
  summary: '新增：须审核的为草稿，本人维护与机构登记的即生效；Idempotency-Key 可重发',
  answer: writeResult,
  body: flat,
  handle: (call) => createRecord(call, call.body, call.key),
}

export const previewRoute: RecordRoute = {
  method: 'POST',
  path: '/:type/preview',
  summary: '提交预览：校验结果与实际各步（含上移原因）',
  answer: previewView,
  body: flat,
  handle: (call) => preview(call, call.body),
}

export const batchRoute: RecordRoute = {
  method: 'POST',
  path: '/:type/batch',
  summary: '批量办理，逐条返回结果；有校验提示的须逐条打开',
  answer: batchResult,
  body: batchBody,
  handle: ({ engine, actor, definition, body }) => {
    if (actor.role === 2) throw new AppError('forbidden')
    return batch(engine, actor, definition, parsed(batchBody, body))
  },
}

export const editRoute: RecordRoute = {
  method: 'PUT',
  path: '/:type/:id',
  summary: '修改给出的栏目；version 不符回 409',
  answer: writeResult,
  body: flat,
  handle: (call) => editRecord(call, call.id, call.body),
}

export const deleteRoute: RecordRoute = {
  method: 'DELETE',
  path: '/:type/:id',
  summary: '删除未通过的草稿（逻辑删除）',
  answer: z.boolean(),
  handle: async (call) => {
    await deleteRecord(call, call.id)
    return true
  },
}

export const actionRoute: RecordRoute = {
  method: 'POST',
  path: '/:type/:id/:action',
  summary: `动作：${actions.join('、')}`,
  answer: actionResult,
  body: actionBody,
  handle: ({ engine, actor, definition, id, action: named, body }) => {
    const action = actions.find((name) => name === named)
    if (!action) throw new AppError('missing')
    return act({ engine, actor, definition, id, action, body: parsed(actionBody, body) })
  },
}
