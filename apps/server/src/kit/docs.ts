export const docsRoutes = async (_app: unknown, _d: unknown) => {}
