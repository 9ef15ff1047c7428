const downloadUrl = (name: string, url: string) => {
  const link = document.createElement('a')
  link.href = url
  link.download = name.replace(/[\\/:*?"<>|\p{Cc}]/gu, '_')
  link.click()
}

export const downloadText = (name: string, text: string, type = 'text/csv;charset=utf-8') => {
  const url = URL.createObjectURL(new Blob([text], { type }))
  downloadUrl(name, url)
  setTimeout(() => URL.revokeObjectURL(url), 1000)
}

export const downloadImage = (name: string, dataUrl: string) => downloadUrl(name, dataUrl)
