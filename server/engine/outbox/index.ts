export { type Consumer, registerConsumers, startConsumer, takeWaiting } from './consumer.ts'
export { insertEvent, type OutboxEvent } from './event.ts'
