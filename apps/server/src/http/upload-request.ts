import type { FastifyRequest } from 'fastify'

/** The request brings a multipart body, which is read as a stream and not parsed before its handler. */
export const isUpload = ({ routeOptions: { config }, headers }: FastifyRequest) =>
  config.takesFiles === 'optional' ? /^multipart\//i.test(headers['content-type'] ?? '') : config.takesFiles === true
