declare const config: { forbidden: { name: string }[] }
export default config
