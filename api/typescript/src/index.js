export { GraphMem } from "./client.js";
export * from "./errors.js";
