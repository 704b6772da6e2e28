import { context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import type { Span } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type { Server } from '../http/server.ts'

/**
 * Traces for a collector that speaks OTLP over HTTP. This module is loaded only where one is named: it, and
 * the library behind it, weigh nothing otherwise (docs/decisions/0107). Spans carry patterns and texts of the
 * program, never a value.
 */
export interface Tracing {
  /** Opens a span for each request of a server whose routes are registered afterwards. */
  readonly requests: (server: Server) => void
  /** Runs a statement within a span, below that of its request. */
  readonly statement: <T>(text: string, work: () => Promise<T>) => Promise<T>
  /** Sends what is left. */
  readonly stop: () => Promise<void>
}

/** Longest statement text (characters) in a span. */
const letters = 500

/**
 * @param endpoint address of the collector, as OTEL_EXPORTER_OTLP_ENDPOINT names it: `/v1/traces` is added
 */
export function startTracing(endpoint: string, service: string): Tracing {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` })
  const provider = new TracerProvider({
    resource: defaultResource().merge(resourceFromAttributes({ 'service.name': service })),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  const tracer = provider.getTracer('xingtan')
  return {
    requests: (server) => {
      const open = new WeakMap<object, Span>()
      server.addHook('onRequest', (request, _reply, done) => {
        const caller = propagation.extract(ROOT_CONTEXT, request.headers)
        const route = request.is404 ? 'none' : (request.routeOptions.url ?? 'none')
        const attributes = {
          'http.request.method': request.method,
          'http.route': route,
          'request.id': request.id,
        }
        const span = tracer.startSpan(
          `${request.method} ${route}`,
          { kind: SpanKind.SERVER, attributes },
          caller,
        )
        open.set(request, span)
        context.with(trace.setSpan(caller, span), done)
      })
      server.addHook('onResponse', async (request, { statusCode }) => {
        const span = open.get(request)
        span?.setAttribute('http.response.status_code', statusCode)
        if (statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
        span?.end()
      })
    },
    statement: (text, work) => {
      // Only requests are traced: the portal's jobs query the database several times a second.
      if (trace.getActiveSpan() === undefined) return work()
      const attributes = {
        'db.system.name': 'postgresql',
        'db.query.text': text.replaceAll(/\s+/g, ' ').slice(0, letters),
      }
      return tracer.startActiveSpan('statement', { kind: SpanKind.CLIENT, attributes }, async (span) => {
        try {
          return await work()
        } catch (error) {
          span.setStatus({ code: SpanStatusCode.ERROR })
          throw error
        } finally {
          span.end()
        }
      })
    },
    stop: async () => {
      await provider.shutdown()
      context.disable()
      propagation.disable()
    },
  }
}
