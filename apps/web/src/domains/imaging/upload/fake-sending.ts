import { act } from '@testing-library/react'

/** Fake XMLHttpRequest; the test controls progress and response. */
export class FakeXMLHttpRequest {
  static last: FakeXMLHttpRequest | undefined
  upload: { onprogress?: (event: object) => void } = {}
  onload?: () => void
  onabort?: () => void
  status = 0
  statusText = ''
  responseText = ''
  form?: FormData
  headers: Record<string, string> = {}
  open() {}
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value
  }
  getResponseHeader() {
    return null
  }
  send(form: FormData) {
    this.form = form
    FakeXMLHttpRequest.last = this
  }
  abort() {
    this.onabort?.()
  }
  async respond(status: number, body: object) {
    this.status = status
    this.responseText = JSON.stringify(body)
    await act(async () => this.onload?.())
  }
}
