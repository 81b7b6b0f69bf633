// The packages count on this; Node.js has it from version 22 on.
Promise.withResolvers ??= function () {
  let resolve
  let reject
  const promise = new Promise((yes, no) => { resolve = yes; reject = no })
  return { promise, resolve, reject }
}
