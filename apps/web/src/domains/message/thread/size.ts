/** File size as file managers show it, such as 1.2 MB or 340 KB. */
export const sizeOf = (bytes: number): string => {
  if (bytes < 1024) return `${bytes} B`
  const kilo = bytes / 1024
  if (kilo < 1000) return `${Math.max(1, Math.round(kilo))} KB`
  const mega = kilo / 1024
  return `${mega < 10 ? mega.toFixed(1) : Math.round(mega)} MB`
}
