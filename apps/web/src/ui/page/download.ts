/** Downloads content that has no address of its own: it was made here, or fetched with an authorization header, which a link cannot send. */
export const saveFile = (name: string, content: string | Blob, type: string) => {
  const url = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name.replace(/[\\/:*?"<>|]/g, '_')
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
