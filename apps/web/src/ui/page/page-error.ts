/** Thrown during render to show the error page, such as 404 for an unknown URL. */
export class PageError extends Error {
  readonly status: number
  constructor(status: number) {
    super(`page error ${status}`)
    this.status = status
  }
}
