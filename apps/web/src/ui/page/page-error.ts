/** Thrown while a page renders to show the error page instead: 404 for an address that leads nowhere. */
export class PageError extends Error {
  readonly status: number
  constructor(status: number) {
    super(`page error ${status}`)
    this.status = status
  }
}
