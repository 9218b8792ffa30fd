export const nothing = undefined;
export default nothing;
